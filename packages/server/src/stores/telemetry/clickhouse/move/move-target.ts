import { checksumOf } from '#stores/checksum.ts'
import type { MovedKind, MovedTable, TelemetryTarget } from '#stores/telemetry/moving.ts'
import type { ClickHouseAddress } from '#stores/telemetry/clickhouse/address.ts'
import { createBindings } from '#stores/telemetry/clickhouse/bindings.ts'
import { connectClickHouse, type Engine } from '#stores/telemetry/clickhouse/engine.ts'
import { POSITION_OF } from '#stores/telemetry/clickhouse/kinds.ts'
import { onCluster } from '#stores/telemetry/clickhouse/layout.ts'
import { migrateClickHouse } from '#stores/telemetry/clickhouse/migrate.ts'
import { askOf } from '#stores/telemetry/clickhouse/questions.ts'

const TABLES = [...Object.keys(POSITION_OF), 'moves', 'positions']
/** Rows that say the same are one, and become one when ClickHouse gets to it. */
const REPLACING: ReadonlySet<string> = new Set(['moves', 'positions'])
const COMMENT = 'hindcast migrate-store'

export async function openClickHouseTarget(
  address: ClickHouseAddress,
  now: () => number,
): Promise<TelemetryTarget> {
  const engine = await connectClickHouse(address)
  const ask = askOf(engine)
  await migrateClickHouse(address, engine, now)
  return {
    async isEmpty() {
      const looks = TABLES.map((table) => `(select 1 as found from ${table} limit 1)`)
      return (await ask(looks.join(' union all '), createBindings())).length === 0
    },
    prepare: () => stopInserts(engine),
    async write({ table, rows }, name) {
      if (rows.length === 0) return
      // Rows are sent as JSON, which has no form for bytes.
      const columns = table.columns.map((one) => (one.kind === 'bytes' ? 'encoded' : one.name))
      await engine.insert({
        table: table.table,
        columns,
        rows,
        token: `${name} ${table.table}`,
        comment: COMMENT,
      })
    },
    async checksum(table) {
      const [row] = await ask(checksumOfTable(table), createBindings())
      return checksumOf(Number(row!['many']), BigInt(String(row!['high'])), BigInt(String(row!['low'])))
    },
    close: () => engine.close(),
  }
}

async function stopInserts(engine: Engine): Promise<void> {
  const bind = createBindings()
  await engine.command(
    `kill query ${onCluster(engine.layout)} where Settings['log_comment'] = ${bind.text(COMMENT)} sync`,
    bind,
  )
}

/** Computed where the rows are: only the sum travels. The form of a row is that of `rowText`. */
function checksumOfTable({ table, columns }: MovedTable): string {
  const values = columns.map(({ name, kind }) => {
    const text = TEXT_OF[kind](name)
    return `if(isNull(${name}), 'n', concat('s', toString(length(assumeNotNull(${text}))), ':', assumeNotNull(${text})))`
  })
  const part = (start: number) =>
    `sumWithOverflow(reinterpretAsUInt64(reverse(substring(hash, ${start}, 8))))`
  return `select count(*) as many, ${part(1)} as high, ${part(9)} as low
    from (select MD5(concat(${values.join(', ')}, '')) as hash from ${table} ${REPLACING.has(table) ? 'final' : ''})`
}

const TEXT_OF: Readonly<Record<MovedKind, (column: string) => string>> = {
  integer: (column) => `toString(${column})`,
  text: (column) => `toString(${column})`,
  boolean: (column) => `if(${column}, '1', '0')`,
  float: (column) => `toString(reinterpretAsInt64(assumeNotNull(${column})))`,
  uuid: (column) => `toString(${column})`,
  bytes: (column) => `base64Encode(${column})`,
}
