import type {
  RouteBucket,
  RouteDetails,
  RouteScope,
  RouteStats,
  RouteTelemetry,
} from '#stores/telemetry/routes.ts'
import type { Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { bucketCount } from '#stores/telemetry/sql/errors/time-series.ts'
import { countedVisits, visitFacts, within, type VisitFacts } from './counted-visits.ts'
import { where } from './estimates.ts'
import { costOf, COSTLIEST_FIRST, everyFigure, measuredOf, numberOf, statsOf } from './visit-columns.ts'
import { countKeys, FEW_KEYS, KEYS } from './visit-keys.ts'

type Options = Parameters<RouteTelemetry['routeDetails']>[1]

/**
 * All in one pass: to find the visits of a route, and the page loads of its late vitals, takes several times as long as to
 * sum them up, in however many ways. So a visit has a key for each way to group it, null in those that leave it out.
 */
async function readRouteDetails(query: Query, scope: RouteScope, options: Options): Promise<RouteDetails> {
  const { by, limit, before, bucketMs } = options
  const length = bucketCount(scope, bucketMs)
  const both = { ...scope, before }
  const facts = await visitFacts(query, both)
  const hasFew = (await countKeys(query, scope, by, facts)) <= FEW_KEYS
  const shown = hasFew ? undefined : await firstKeys(query, scope, options, facts)
  const bind = query.bindings()
  const { dialect } = bind
  const visits = countedVisits(both, bind, facts)
  const inScope = within(scope.range, bind)
  const bucket = dialect.asText(dialect.quotient('received_at', bind.integer(bucketMs)))
  const isShown = (key: string, at: number) =>
    shown === undefined ? inScope : `${inScope} and ${dialect.isOneOf(key, bind.texts(shown[at]!))}`
  const keys = [
    ...by.map((dimension, at) => where(isShown(KEYS[dimension], at), KEYS[dimension])),
    where(inScope, bucket),
    where(within(before, bind), 'place'),
  ]
  const { names, othersThan, sets, leftOut } = groupedOnce(keys.length)
  const rows = await query(
    `with ${visits},
     keyed as (select *, ${keys.map((key, at) => `${key} as ${names[at]}`).join(', ')} from counted)
     select coalesce(${names.join(', ')}) as key, ${leftOut}, ${everyFigure(facts.fair, dialect)}
     from keyed group by ${sets}
     having key is not null
     qualify left_out = ${othersThan(by.length)}
       or row_number() over (partition by left_out order by ${COSTLIEST_FIRST}) <= ${bind.integer(limit)}
     order by ${COSTLIEST_FIRST}`,
    bind,
  )
  const groupedBy = (at: number) => rows.filter((row) => Number(row['left_out']) === othersThan(at))
  const first = Math.floor(scope.range.from / bucketMs)
  const series: RouteBucket[] = Array.from({ length }, () => EMPTY)
  for (const row of groupedBy(by.length)) series[Number(row['key']) - first] = toBucket(row)
  return {
    breakdowns: by.map((_, at): readonly RouteStats[] => groupedBy(at).map((row) => statsOf(row))),
    before: groupedBy(by.length + 1).map((row) => statsOf(row))[0],
    series,
  }
}

/** Of each dimension those that come first, by sums alone: see visit-keys.ts. */
async function firstKeys(
  query: Query,
  scope: RouteScope,
  { by, limit }: Options,
  facts: VisitFacts,
): Promise<ReadonlyArray<readonly string[]>> {
  const bind = query.bindings()
  const { names, othersThan, sets, leftOut } = groupedOnce(by.length)
  const rows = await query(
    `with ${countedVisits(scope, bind, facts)},
     keyed as (select *, ${by.map((dimension, at) => `${KEYS[dimension]} as ${names[at]}`).join(', ')} from counted)
     select coalesce(${names.join(', ')}) as key, ${leftOut}, ${costOf(facts.fair)}
     from keyed group by ${sets} having key is not null
     qualify row_number() over (partition by left_out order by ${COSTLIEST_FIRST}) <= ${bind.integer(limit)}`,
    bind,
  )
  return by.map((_, at) =>
    rows.filter((row) => Number(row['left_out']) === othersThan(at)).map(({ key }) => key as string),
  )
}

/** Groups by each of so many keys alone. */
function groupedOnce(keys: number) {
  const names = Array.from({ length: keys }, (_, at) => `key${at}`)
  return {
    names,
    sets: `grouping sets (${names.map((name) => `(${name})`).join(', ')})`,
    leftOut: `grouping(${names.join(', ')}) as left_out`,
    /** A bit for every key, the first one highest; it is 0 for the one that a row is grouped by. */
    othersThan: (at: number) => 2 ** keys - 1 - 2 ** (keys - 1 - at),
  }
}

export const routeDetailReads = { routeDetails: readRouteDetails }

const EMPTY: RouteBucket = {
  visits: 0,
  requests: 0,
  failed: 0,
  vitals: {},
  navigationP75: undefined,
  serverP95: undefined,
}

function toBucket(row: Row): RouteBucket {
  const total = (name: string) => Number(row[`${name}_total`])
  return {
    visits: total('pageloads') + total('navigations'),
    requests: total('requests'),
    failed: total('failed'),
    vitals: measuredOf(row),
    navigationP75: numberOf(row, 'navigation_p75'),
    serverP95: numberOf(row, 'server_p95'),
  }
}
