import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Columns } from './columns.ts'
import type { ColumnsQuery } from './columns-query.ts'
import type { Guard } from '#stores/telemetry/guard.ts'
import { COLUMNS_READS } from './kinds.ts'

type Read = (query: ColumnsQuery, ...args: never) => Promise<unknown>
type Reads = keyof typeof COLUMNS_READS

/** Each with the reader that is free. */
export function columnReads(columns: Columns, { guard }: Guard): Pick<TelemetryStore, Reads> {
  const reads = Object.entries(COLUMNS_READS as Readonly<Record<Reads, Read>>).map(
    ([name, read]) =>
      [name, guard((...args: never) => columns.read((query) => read(query, ...args)))] as const,
  )
  return Object.fromEntries(reads) as unknown as Pick<TelemetryStore, Reads>
}
