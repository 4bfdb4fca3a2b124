import { advice, problem, type Finding } from './finding.ts'
import { names, type InitOptions } from './init-options.ts'
import type { Project } from './project.ts'

const HOOK = 'export const onRequestError = withRequestDetails(captureRequestError)'

/** Whether servers and pages report their errors at all, and with what belongs to them. */
export function checkSides(project: Project): readonly Finding[] {
  const { servers, pages } = project
  return [
    ...checkInstrumentation(project),
    ...checkProxy(project),
    ...(pages.length === 0
      ? [
          problem(
            'No instrumentation-client file calls init: errors of pages are not reported.',
            "Add instrumentation-client.ts: init({ dsn, integrations: [digestIntegration()] }), imported from '@sentry/nextjs' and '@hindcast/next'.",
          ),
        ]
      : []),
    ...[...servers, ...pages].flatMap(checkDigests),
    ...[...servers, ...pages].flatMap(checkTraces),
  ]
}

function checkInstrumentation({ instrumentation, servers }: Project): readonly Finding[] {
  if (instrumentation === undefined)
    return [
      problem(
        'There is no instrumentation file: errors of the server are not reported.',
        `Add instrumentation.ts with a function register() that calls init, and: ${HOOK}`,
      ),
    ]
  const { path, text, around } = instrumentation
  const isHooked = /\bonRequestError\b/.test(text) || /\bexport\s*\*/.test(text)
  return [
    ...(isHooked
      ? []
      : [
          problem(
            `${path} exports no onRequestError: errors of server components, actions and route handlers are not reported.`,
            `Add: ${HOOK}`,
          ),
        ]),
    ...(servers.length === 0 && !/\binit\s*\(/.test(around)
      ? [
          problem(
            `${path} does not call init: nothing of the server is reported.`,
            'Call init({ dsn, integrations: [digestIntegration()] }) in register().',
          ),
        ]
      : []),
  ]
}

/** In webpack builds the SDK wraps it by itself. */
function checkProxy({ proxy, build }: Project): readonly Finding[] {
  const isReported =
    proxy === undefined || /\b(?:wrapMiddlewareWithSentry|captureException)\b/.test(proxy.around)
  if (isReported || build?.isTurbopack !== true) return []
  return [
    advice(
      `${proxy.path} does not report its errors, and Turbopack builds report a misleading one instead.`,
      "Export wrapMiddlewareWithSentry(…) of '@sentry/nextjs', and write withRequestDetails(captureRequestError, { proxyReports: true }).",
    ),
  ]
}

function checkDigests({ file, isOpen }: InitOptions): readonly Finding[] {
  if (isOpen || file.around.includes('digestIntegration')) return []
  return [
    problem(
      `${file.path} does not use digestIntegration: the number on an error page does not lead to these events.`,
      "Add it to init: integrations: [digestIntegration()], imported from '@hindcast/next'.",
    ),
  ]
}

const ZERO = /\btracesSampleRate\s*:\s*0(?:\.0*)?\s*(?:,|\}|$)/

function checkTraces(options: InitOptions): readonly Finding[] {
  const { file, text, isOpen } = options
  const isSet = names(options, 'tracesSampleRate') || names(options, 'tracesSampler')
  if (isSet ? !ZERO.test(text) : isOpen) return []
  return [
    advice(
      `${file.path} ${isSet ? 'has a tracesSampleRate of 0' : 'has no tracesSampleRate'}: there are no traces, which connect an error of a page with that of the server.`,
      'Add to init: tracesSampleRate: 0.1',
    ),
  ]
}
