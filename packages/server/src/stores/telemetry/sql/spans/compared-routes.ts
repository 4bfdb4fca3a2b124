import type { ComparedRoute, RouteScope, RouteTelemetry } from '#stores/telemetry/routes.ts'
import type { Bindings, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { allVisits, visitFacts, visitors, within, type VisitFacts } from './counted-visits.ts'
import { estimateOf } from './estimates.ts'
import { costOf, measuredOf, ratedOf, statsOf } from './visit-columns.ts'
import { countPlaces } from './visit-keys.ts'
import { mergeSlices, sliceFigures } from './visit-slices.ts'

type Options = Parameters<RouteTelemetry['comparedRoutes']>[1]

/**
 * All in one pass: the periods overlap where they are long, the releases lie within one of them. Each visit is in one slice,
 * of which the periods and the releases are made up afterwards.
 */
async function readComparedRoutes(
  query: Query,
  scope: RouteScope,
  options: Options,
): Promise<readonly ComparedRoute[]> {
  const { releases, limit } = options
  const facts = await visitFacts(query, { ...scope, before: options.before })
  const places = await readCostliest(query, scope, options, facts)
  const users = await readUsers(
    query,
    scope,
    facts,
    places.length < limit ? undefined : places.map(([place]) => place),
  )
  return places.map(([place, slices]) => toRoute(place, slices, users.get(place) ?? 0, releases))
}

type Places = ReadonlyArray<readonly [place: string, slices: readonly Row[]]>

/** The costliest places first, each with its slices. */
async function readCostliest(
  query: Query,
  scope: RouteScope,
  options: Options,
  facts: VisitFacts,
): Promise<Places> {
  const { releases, limit } = options
  if ((await countPlaces(query, { ...scope, before: options.before }, facts)) < limit) {
    // Late vitals may have a few more.
    const most = limit * slicesOfPlace(releases.length)
    const { count, places } = await readSlices(query, scope, options, facts, { most: most + 1 })
    if (count <= most) return costliestOf(places).slice(0, limit)
  }
  const first = await readFirst(query, scope, options, facts)
  if (first.length === 0) return []
  const { places } = await readSlices(query, scope, options, facts, { places: first })
  return first.flatMap((place) => (places.has(place) ? [[place, places.get(place)!] as const] : []))
}

/** Of these places, or of so many slices. */
async function readSlices(
  query: Query,
  scope: RouteScope,
  options: Options,
  facts: VisitFacts,
  only: { readonly places: readonly string[] } | { readonly most: number },
) {
  const { before, releases } = options
  const isWhole = releases.length === 0 && before.to <= scope.range.from
  const bind = query.bindings()
  const rows = await query(
    `with ${allVisits({ ...scope, before }, bind, facts)}
     select place, ${sliceOf(scope, options, bind)} as slice, ${sliceFigures(facts.fair, bind.dialect, isWhole)}
     from counted where ${'places' in only ? bind.dialect.isOneOf('place', bind.texts(only.places)) : 'place is not null'}
     group by place, slice ${'most' in only ? `limit ${bind.integer(only.most)}` : ''}`,
    bind,
  )
  return { count: rows.length, places: Map.groupBy(rows, ({ place }) => place as string) }
}

/** By sums alone, whose memory the engines bound: see visit-keys.ts. */
async function readFirst(
  query: Query,
  scope: RouteScope,
  { limit }: Options,
  facts: VisitFacts,
): Promise<readonly string[]> {
  const bind = query.bindings()
  const rows = await query(
    `with ${allVisits(scope, bind, facts)}
     select place, ${costOf(facts.fair)}, ${['lcp', 'inp', 'cls'].map((name) => `count(${facts.fair.of(name)})`).join(' + ')} as vitals
     from counted where place is not null group by place
     having visits + vitals > 0 order by lost desc, visits desc, place limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(({ place }) => place as string)
}

export const comparedRouteReads = { comparedRoutes: readComparedRoutes }

/** Bits of a slice. The number of a release follows, the first one is 1; it is 0 for all others. */
const NOW = 1
const BEFORE = 2
const RELEASE = 4

/** In the earlier period or not, and now of one of the releases, of another or not at all. */
const slicesOfPlace = (releases: number): number => 2 * (releases + 2) - 1

function sliceOf({ range }: RouteScope, { before, releases }: Options, bind: Bindings): string {
  const inNow = within(range, bind)
  const ofRelease = releases.map(
    (release, index) => `when release = ${bind.text(release)} then ${NOW + RELEASE * (index + 1)}`,
  )
  return `case when not (${inNow}) then 0 ${ofRelease.join(' ')} else ${NOW} end
    + case when ${within(before, bind)} then ${BEFORE} else 0 end`
}

const VISITS = ['pageloads', 'navigations', 'requests'] as const
const ROWS = [...VISITS, 'lcp', 'inp', 'cls'] as const

/** In the order of `readFirst`, without the database: of a few, that takes a fifth off the statement. */
function costliestOf(places: ReadonlyMap<string, readonly Row[]>): Places {
  return [...places]
    .map(([place, slices]) => {
      const ofNow = slices.filter(({ slice }) => Number(slice) % BEFORE === NOW)
      const sum = (names: readonly string[]) =>
        ofNow.reduce((total, row) => names.reduce((so, name) => so + Number(row[name]), total), 0)
      return { place, slices, lost: sum(['lost']), visits: sum(VISITS), rows: sum(ROWS) }
    })
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => b.lost - a.lost || b.visits - a.visits || (a.place < b.place ? -1 : 1))
    .map(({ place, slices }) => [place, slices])
}

/** Counted apart: they cannot be added up. Of these places, else of all. */
async function readUsers(
  query: Query,
  scope: RouteScope,
  facts: VisitFacts,
  places: readonly string[] | undefined,
): Promise<ReadonlyMap<string, number>> {
  const bind = query.bindings()
  const { distinct, isOneOf } = bind.dialect
  const rows = await query(
    `select place, ${distinct('user_key')} as users from (${visitors(scope, bind, facts)})
     ${places === undefined ? '' : `where ${isOneOf('place', bind.texts(places))}`} group by place`,
    bind,
  )
  return new Map(rows.map(({ place, users }) => [place as string, Number(users)]))
}

function toRoute(
  key: string,
  slices: readonly Row[],
  users: number,
  releases: readonly string[],
): ComparedRoute {
  const having = (has: (slice: number) => boolean) => slices.filter(({ slice }) => has(Number(slice)))
  return {
    stats: statsOf({ ...mergeSlices(having((slice) => (slice & NOW) > 0)), key, users }),
    before: beforeOf(having((slice) => (slice & BEFORE) > 0)),
    releases: releases.map((_, index) =>
      ratedOf(mergeSlices(having((slice) => Math.floor(slice / RELEASE) === index + 1))),
    ),
  }
}

function beforeOf(slices: readonly Row[]): ComparedRoute['before'] {
  const row = mergeSlices(slices)
  if (ROWS.every((name) => row[name] === 0)) return undefined
  return {
    pageloads: estimateOf(row, 'pageloads'),
    navigations: estimateOf(row, 'navigations'),
    requests: estimateOf(row, 'requests'),
    vitals: measuredOf(row),
    lostMs: Number(row['lost']),
  }
}
