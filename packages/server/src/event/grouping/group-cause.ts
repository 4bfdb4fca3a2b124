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
 * FROZEN once released, as a part of grouping version 2 (spec GR1): the words below, not which texts are recognised.
 *
 * What an error that every application meets is grouped by. Which chunk, address, page or function it was says where
 * it hit, not what failed: one deploy or one bad connection would otherwise become a hundred issues.
 */
export function causeOf(event: ErrorEvent): Cause | undefined {
  const kind = recognisedKind(event)
  return kind === undefined ? undefined : CAUSES[kind]?.(event)
}

/** What is not named here is told apart by its place, as an error of the application is. */
const CAUSES: Readonly<Partial<Record<RecognisedKind, (event: ErrorEvent) => Cause | undefined>>> = {
  chunk_load_error: chunkCause,
  hydration_mismatch: hydrationCause,
  network_failure: networkCause,
  failed_server_action: actionCause,
  server_render_error: renderCause,
  resize_observer_loop: () => cause('A ResizeObserver loop, which has no place.', 'resize observer loop'),
  script_error: () => cause('A script of another origin failed; the browser says no more.', 'script error'),
  translated_dom: movedNodeCause,
}

function cause(summary: string, ...parts: readonly string[]): Cause {
  return { key: parts.join(': '), summary, parts: ['cause', ...parts] }
}

function chunkCause(event: ErrorEvent): Cause {
  const { text } = wordsOf(event)
  if (/\(timeout:|^Route did not complete loading/.test(text)) {
    return cause('Code took too long to load, whichever file it was.', 'chunk', 'took too long')
  }
  if (/'<'|token <|text\/html/.test(text)) {
    return cause('A page came instead of code, whichever file it was.', 'chunk', 'a page came instead')
  }
  return cause('Code did not load, whichever file it was.', 'chunk', 'did not load')
}

function hydrationCause(event: ErrorEvent): Cause {
  const words = wordsOf(event)
  const react = readReactError(words.text)
  if (isEarlyUpdate(words, react)) {
    return cause(
      'An update came before the page was hydrated, on whichever page.',
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
      'The same error was thrown while hydrating, on whichever page.',
      'hydration',
      'error',
      thrown.type ?? '',
      message,
    )
  }
  const mismatch = mismatchOf(words, react)
  const component = failingComponent(event)
  return component === undefined
    ? cause(`The ${mismatch} from the server differs, on whichever page.`, 'hydration', mismatch)
    : cause(`The ${mismatch} from the server differs in ${component}.`, 'hydration', mismatch, component)
}

function isAboutHydration(exception: ErrorEvent['exceptions'][number]): boolean {
  const words = wordsOfException(exception)
  return isHydration(words, readReactError(words.text))
}

const FAILURES = {
  unreachable: 'A request got no answer',
  timeout: 'A request took too long',
  aborted: 'A request was given up',
} as const

/** Node says `fetch failed` and why in the cause; what says more decides. */
function networkCause(event: ErrorEvent): Cause {
  const thrown = wordsOf(event)
  const chain = [thrown, ...event.exceptions.toReversed().map(wordsOfException)]
  const failure = chain.map(networkFailure).find((found) => found !== undefined) ?? 'unreachable'
  const site = chain.map(networkSite).find((found) => found !== undefined)
  const sentence = FAILURES[failure]
  return site === undefined
    ? cause(`${sentence}, whichever address it was for.`, 'network', failure)
    : cause(`${sentence}, for ${site}.`, 'network', failure, site)
}

function actionCause(event: ErrorEvent): Cause {
  const { text } = wordsOf(event)
  const what = text.startsWith('An unexpected response')
    ? 'unexpected response'
    : text.startsWith('Invalid Server Actions request')
      ? 'refused'
      : 'not found'
  return cause('A Server Action failed the same way, whichever it was.', 'server action', what)
}

function renderCause(event: ErrorEvent): Cause {
  const { text } = wordsOf(event)
  const recovered = readReactError(text)?.code === 419 || text.startsWith('The server could not finish')
  const outcome = recovered ? 'the browser recovered' : 'failed'
  return cause('The server failed while rendering; only its own event says why.', 'server render', outcome)
}

/** Where functions still have names, the place says more: the application may have moved the node itself. */
function movedNodeCause(event: ErrorEvent): Cause | undefined {
  const frames = decidingException(event)?.frames ?? []
  return stackParts(frames).length > 0
    ? undefined
    : cause('Something else changed the page under React, on whichever page.', 'moved node')
}
