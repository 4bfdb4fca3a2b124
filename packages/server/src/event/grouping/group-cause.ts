import type { ErrorEvent } from '#domain/events/error-event.ts'
import { decidingException, isComponentStack } from '#event/exceptions.ts'
import type { RecognisedKind } from '#domain/events/known-error.ts'
import { failingComponent } from '#event/known-errors/component-names.ts'
import { isEarlyUpdate, isHydration, mismatchOf } from '#event/known-errors/hydration.ts'
import { networkFailure } from '#event/known-errors/network.ts'
import { readReactError } from '#event/known-errors/react-errors.ts'
import { recognisedKind } from '#event/known-errors/recognise.ts'
import { wordsOf, wordsOfException } from '#event/known-errors/words.ts'
import { networkSite } from './group-cause-site.ts'
import { stackParts } from './group-v1-frames.ts'
import { parameterise } from './group-v1-message.ts'

export interface Cause {
  /** The same for the same cause, in every deploy and browser. */
  readonly key: string
  /** One sentence for people. */
  readonly summary: string
  readonly parts: readonly string[]
}

/**
 * FROZEN once released, as a part of grouping version 2 (spec GR1): the parts, which are hashed. The summaries and
 * the texts that are recognised may change.
 *
 * What an error that every application meets is grouped by. Which chunk, address, page or function it was says where
 * it hit, not what failed: one deploy or one bad connection would otherwise become a hundred issues.
 */
export function causeOf(event: ErrorEvent): Cause | undefined {
  const kind = recognisedKind(event)
  return kind === undefined ? undefined : CAUSES[kind]?.(event)
}

/** Kinds that are not listed are grouped by their stack, like errors of the application. */
const CAUSES: Readonly<Partial<Record<RecognisedKind, (event: ErrorEvent) => Cause | undefined>>> = {
  chunk_load_error: chunkCause,
  hydration_mismatch: hydrationCause,
  network_failure: networkCause,
  failed_server_action: actionCause,
  server_render_error: renderCause,
  resize_observer_loop: () =>
    cause('A ResizeObserver loop, which has no location in the code.', 'resize observer loop'),
  script_error: () =>
    cause('A script from another origin failed. The browser hides the details.', 'script error'),
  translated_dom: movedNodeCause,
}

function cause(summary: string, ...parts: readonly string[]): Cause {
  return { key: parts.join(': '), summary, parts: ['cause', ...parts] }
}

function chunkCause(event: ErrorEvent): Cause {
  const { text } = wordsOf(event)
  if (/\(timeout:|^Route did not complete loading/.test(text)) {
    return cause('Code took too long to load, regardless of the file.', 'chunk', 'took too long')
  }
  if (/'<'|token <|text\/html/.test(text)) {
    return cause('HTML was returned instead of code, regardless of the file.', 'chunk', 'a page came instead')
  }
  return cause('Code failed to load, regardless of the file.', 'chunk', 'did not load')
}

function hydrationCause(event: ErrorEvent): Cause {
  const words = wordsOf(event)
  const react = readReactError(words.text)
  if (isEarlyUpdate(words, react)) {
    return cause(
      'State was updated before hydration finished, regardless of the page.',
      'hydration',
      'early update',
    )
  }
  const thrown = event.exceptions.find(
    (one) => one !== decidingException(event) && !isComponentStack(one) && !isAboutHydration(one),
  )
  if (thrown !== undefined) {
    const message = parameterise(thrown.value ?? '')
    return cause(
      'The same error was thrown while hydrating, regardless of the page.',
      'hydration',
      'error',
      thrown.type ?? '',
      message,
    )
  }
  const mismatch = mismatchOf(words, react)
  const component = failingComponent(event)
  return component === undefined
    ? cause(`The server-rendered ${mismatch} differs, regardless of the page.`, 'hydration', mismatch)
    : cause(`The server-rendered ${mismatch} differs in ${component}.`, 'hydration', mismatch, component)
}

function isAboutHydration(exception: ErrorEvent['exceptions'][number]): boolean {
  const words = wordsOfException(exception)
  return isHydration(words, readReactError(words.text))
}

const FAILURES = {
  unreachable: 'got no response',
  timeout: 'timed out',
  aborted: 'was aborted',
} as const

/** Node says `fetch failed` and why in the cause; what says more decides. */
function networkCause(event: ErrorEvent): Cause {
  const thrown = wordsOf(event)
  const chain = [thrown, ...event.exceptions.toReversed().map(wordsOfException)]
  const failure = chain.map(networkFailure).find((found) => found !== undefined) ?? 'unreachable'
  const site = chain.map(networkSite).find((found) => found !== undefined)
  const ending = FAILURES[failure]
  return site === undefined
    ? cause(`A request ${ending}, regardless of the URL.`, 'network', failure)
    : cause(`A request to ${site} ${ending}.`, 'network', failure, site)
}

function actionCause(event: ErrorEvent): Cause {
  const { text } = wordsOf(event)
  const what = text.startsWith('An unexpected response')
    ? 'unexpected response'
    : text.startsWith('Invalid Server Actions request')
      ? 'refused'
      : 'not found'
  return cause('A Server Action failed the same way, regardless of which one.', 'server action', what)
}

function renderCause(event: ErrorEvent): Cause {
  const { text } = wordsOf(event)
  const recovered = readReactError(text)?.code === 419 || text.startsWith('The server could not finish')
  const outcome = recovered ? 'the browser recovered' : 'failed'
  return cause(
    'Rendering failed on the server. Only the server’s own event shows why.',
    'server render',
    outcome,
  )
}

/** Where functions still have names, the place says more: the application may have moved the node itself. */
function movedNodeCause(event: ErrorEvent): Cause | undefined {
  const frames = decidingException(event)?.frames ?? []
  return stackParts(frames).length > 0
    ? undefined
    : cause('Something other than React changed the DOM, regardless of the page.', 'moved node')
}
