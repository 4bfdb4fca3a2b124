import { sentryGetTrace, sentryGetTraceMeta } from '@hindcast/contract/sentry/traces.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { TraceReport } from '#product/traces/query/trace-queries.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { sentryTrace } from './to-sentry-trace.ts'

export function serveSentryTraces(serve: Serve, { access, traces }: ApiDeps): void {
  async function find(
    principal: Principal,
    params: { readonly organization: string; readonly trace: string },
  ): Promise<TraceReport | undefined> {
    const projects = await access.projects(principal, params.organization, 'event:read')
    try {
      return await traces.trace(projects, params.trace)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    }
  }

  serve(sentryGetTraceMeta, async ({ principal, params }) => {
    const report = await find(principal, params)
    const byOp = new Map<string, number>()
    for (const { op } of report?.spans ?? []) byOp.set(op, (byOp.get(op) ?? 0) + 1)
    return {
      logs: 0 as const,
      errors: report?.errors.length ?? 0,
      performance_issues: 0 as const,
      span_count: report?.stored ?? 0,
      transaction_child_count_map: [],
      span_count_map: Object.fromEntries(byOp),
    }
  })

  serve(sentryGetTrace, async ({ principal, params }) => {
    const report = await find(principal, params)
    return report === undefined ? [] : sentryTrace(report)
  })
}
