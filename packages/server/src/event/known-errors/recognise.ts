import type { Recognised, RecognisedDetails, RecognisedKind } from '#domain/events/known-error.ts'
import { decidingException } from '#event/exceptions.ts'
import { unloadedCode } from './code-loading.ts'
import { EXPLANATIONS } from './explanations.ts'
import { isEarlyUpdate, isHydration } from './hydration.ts'
import { failedInExtension, isExtensionStack, saysInjected } from './injected.ts'
import { namedHost, networkFailure } from './network.ts'
import { failedAction, isServerRender, leakedControlFlow } from './next-errors.ts'
import { isMovedNode, isResizeLoop, isScriptError } from './page-noise.ts'
import { readReactError } from './react-errors.ts'
import type { ReactError } from './react-errors.ts'
import { wordsOf } from './words.ts'
import type { RecognisableEvent, Words } from './words.ts'

/** What an event is, where it is one of the problems that every application meets; undefined: its own. */
export function recognise(event: RecognisableEvent): Recognised | undefined {
  const words = wordsOf(event)
  const react = readReactError(words.text)
  const known = identify(event, words, react)
  if (known === undefined) return undefined
  const explanation =
    known.kind === 'hydration_mismatch' && isEarlyUpdate(words, react) ? 'early_update' : known.kind
  return {
    kind: known.kind,
    explanation,
    ...EXPLANATIONS[explanation],
    details: detailsOf(react, known.subject),
  }
}

export function recognisedKind(event: RecognisableEvent): RecognisedKind | undefined {
  const words = wordsOf(event)
  return identify(event, words, readReactError(words.text))?.kind
}

interface Known {
  readonly kind: RecognisedKind
  readonly subject?: string | undefined
}

/** The first that fits. Extensions come first where all is theirs and last where they only took part. */
function identify(event: RecognisableEvent, words: Words, react: ReactError | undefined): Known | undefined {
  if (event.kind === 'security') return undefined
  const frames = decidingException(event)?.frames ?? []
  if (saysInjected(words) || isExtensionStack(frames)) return { kind: 'extension_noise' }
  return (
    ofFramework(words, react) ??
    ofPage(words) ??
    (failedInExtension(frames) ? { kind: 'extension_noise' } : undefined)
  )
}

function ofFramework(words: Words, react: ReactError | undefined): Known | undefined {
  const code = unloadedCode(words)
  if (code !== undefined) return { kind: 'chunk_load_error', subject: code }
  if (isServerRender(words, react)) return { kind: 'server_render_error' }
  if (isHydration(words, react)) return { kind: 'hydration_mismatch' }
  const action = failedAction(words)
  if (action !== undefined) return { kind: 'failed_server_action', subject: action }
  const control = leakedControlFlow(words, react)
  if (control !== undefined) return { kind: 'leaked_control_flow', subject: control }
  if (react?.code === 412) return { kind: 'network_failure' }
  return react === undefined ? undefined : { kind: 'react_error' }
}

function ofPage(words: Words): Known | undefined {
  if (isResizeLoop(words)) return { kind: 'resize_observer_loop' }
  if (isScriptError(words)) return { kind: 'script_error' }
  if (isMovedNode(words)) return { kind: 'translated_dom' }
  if (networkFailure(words) !== undefined) return { kind: 'network_failure', subject: namedHost(words) }
  return undefined
}

function detailsOf(react: ReactError | undefined, subject: string | undefined): RecognisedDetails {
  return {
    reactCode: react?.code,
    message: react?.message,
    link: react?.link,
    subject: subject === '' ? undefined : subject,
  }
}
