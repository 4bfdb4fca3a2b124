import type { FieldTest, Match } from '@hindcast/contract/search/expression.ts'
import type { ReleasesBeside } from '#domain/releases/release-order.ts'
import type { Condition } from '#stores/telemetry/telemetry.ts'
import type { Fail } from './search-fault.ts'

/** What a comparison of releases goes by. */
export interface ReleaseContext {
  /** Of those that the project knows. */
  readonly releases: ReleasesBeside
  /** The newest of them. */
  readonly latest?: string | undefined
  /**
   * The search runs unattended over several projects: if a project cannot order a release, none of its releases
   * match.
   */
  readonly unattended?: boolean | undefined
}

type Order = Extract<Match, { readonly op: 'order' }>

/** The order is the project's own; the telemetry is asked for the releases that stand there. */
export function releaseTest(
  { cmp, version }: Order,
  { at, length }: FieldTest,
  { releases, unattended }: ReleaseContext,
  fail: Fail,
): Condition {
  const values = releases(cmp, version)
  if (values === undefined && !unattended)
    fail({ at, length, code: 'unordered_release', args: { value: version } })
  return { dimension: 'release', op: 'is', values: values ?? [] }
}

/** In a project without releases nothing matches. */
export function latestTest({ latest }: ReleaseContext): Condition {
  return { dimension: 'release', op: 'is', values: latest === undefined ? [] : [latest] }
}
