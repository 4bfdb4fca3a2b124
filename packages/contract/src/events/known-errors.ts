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
    v.description('Which explanation the next four are, for readers of other languages.'),
  ),
  title: v.string(),
  about: v.pipe(v.string(), v.description('What it is, in one sentence.')),
  confirm: v.pipe(v.string(), v.description('How to tell that it is this.')),
  fix: v.pipe(v.string(), v.description('What usually helps.')),
  severity: v.pipe(
    v.picklist(['noise', 'minor', 'serious']),
    v.description('`noise`: nobody notices; `minor`: users go on; `serious`: something did not happen.'),
  ),
  details: v.object({
    reactCode: v.pipe(v.nullable(v.number()), v.description('The number in `Minified React error #418`.')),
    message: v.pipe(text, v.description('What React would have said, with its arguments filled in.')),
    link: v.pipe(text, v.description('Where more is written about it.')),
    subject: v.pipe(
      text,
      v.description(
        'The file that did not load, the id of the action, where the redirect leads, or the host.',
      ),
    ),
  }),
})
export type Recognised = v.InferOutput<typeof Recognised>
