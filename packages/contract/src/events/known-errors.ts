import * as v from 'valibot'

const text = v.nullable(v.string())

/** Problems that are known by their text or their stack, whatever the application. */
export const RecognisedKind = v.picklist([
  'chunk_load_error',
  'hydration_mismatch',
  'server_render_error',
  'failed_server_action',
  'leaked_control_flow',
  'resize_observer_loop',
  'script_error',
  'translated_dom',
  'extension_noise',
  'network_failure',
  'react_error',
])
export type RecognisedKind = v.InferOutput<typeof RecognisedKind>

export const Recognised = v.object({
  kind: RecognisedKind,
  explanation: v.pipe(
    v.picklist([...RecognisedKind.options, 'early_update']),
    v.description('ID of the explanation, for translations.'),
  ),
  title: v.string(),
  about: v.pipe(v.string(), v.description('Description in one sentence.')),
  confirm: v.pipe(v.string(), v.description('How to confirm it.')),
  fix: v.pipe(v.string(), v.description('Usual fix.')),
  severity: v.pipe(
    v.picklist(['noise', 'minor', 'serious']),
    v.description('`noise`: users don’t notice; `minor`: users can continue; `serious`: something failed.'),
  ),
  details: v.object({
    reactCode: v.pipe(v.nullable(v.number()), v.description('The number in `Minified React error #418`.')),
    message: v.pipe(text, v.description('React’s message, with arguments filled in.')),
    link: v.pipe(text, v.description('Link to more information.')),
    subject: v.pipe(
      text,
      v.description(
        'The file that failed to load, the ID of the action, the target of the redirect, or the host.',
      ),
    ),
  }),
})
export type Recognised = v.InferOutput<typeof Recognised>
