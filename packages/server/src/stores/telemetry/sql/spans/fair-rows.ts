import type { Bindings, Dialect, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { alike, BY_ROW, where, type Weights } from './estimates.ts'

/**
 * Rows to take percentiles and shares of. Counts multiply by weights; a percentile cannot, and slow traces that are kept
 * before others would raise it. So of rows that stand for less, only a part is looked at.
 */
export interface FairRows {
  /**
   * The value in these rows, or in those of them that meet a condition; null in others. Just the value where all rows are
   * taken: DuckDB does not see that a condition always holds, and takes a sixth longer.
   */
  of(value: string, condition?: string): string
  /** How many of these rows meet a condition. */
  count(condition: string): string
  /** Of all rows, not only of these. */
  readonly weights: Weights
  /** The name for a table of rows with a weight, before they are marked. */
  name(table: string): string
  /** The table itself, as what follows its unmarked rows in a `with`. Rows of one group are comparable. */
  mark(table: string, group: string): string
}

/** Where all rows stand for the same number. */
const allRows = (weights: Weights): FairRows => ({
  of: (value, condition) => (condition === undefined ? value : where(condition, value)),
  count: weights.count,
  weights,
  name: (table) => table,
  mark: () => '',
})

/**
 * The chance of a row is its weight by that of the row that an average visit is found in, which leaves about as many rows
 * as the sample is worth. Chance is a hash, so the same question has the same answer.
 */
const marked = ({ chance }: Dialect): FairRows => ({
  of: (value, condition = 'true') => where(`is_fair and ${condition}`, value),
  count: (condition) => `count(${where(`is_fair and ${condition}`, '1')})`,
  weights: BY_ROW,
  name: (table) => `unmarked_${table}`,
  mark: (table, group) => `,
    ${table} as (
      select *, ${chance('span_id')}
        < weight * sum(weight) over fellows / sum(weight * weight) over fellows as is_fair
      from unmarked_${table} window fellows as (partition by ${group})
    )`,
})

/**
 * Looks first whether weights differ: in most projects they do not, and marking takes as long as reading. Answers the row
 * with what else was asked of all of them.
 */
export async function fairRowsOf(
  query: Query,
  rows: string,
  bind: Bindings,
  further = 'true',
): Promise<{ readonly fair: FairRows; readonly row: Row | undefined }> {
  const rates = 'coalesce(sample_rate, 1)'
  const [row] = await query(
    `select min(${rates}) = max(${rates}) as is_even, min(${rates}) as rate, ${further} from ${rows}`,
    bind,
  )
  const isEven = row === undefined || row['is_even'] === null || Boolean(row['is_even'])
  if (!isEven) return { fair: marked(bind.dialect), row }
  // Of no rows ClickHouse answers 0.
  const rate = Number(row?.['rate'])
  return { fair: allRows(rate > 0 ? alike(1 / rate, bind.dialect) : BY_ROW), row }
}
