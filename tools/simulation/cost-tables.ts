import type { Calibration, FormCost } from './calibration.ts'

export type Line = readonly string[]

const FORMS = ['embedded', 'scaled'] as const
type Of = (cost: FormCost, calibration: Calibration) => number | undefined

const thread =
  (name: string): Of =>
  ({ full }) =>
    full.cpuMicroseconds[name]
const stored =
  (store: string): Of =>
  ({ storedBytes }) =>
    storedBytes[store]
const traffic =
  (server: string): Of =>
  ({ full: { trafficPerBatch, eventsPerBatch } }) => {
    const passed = trafficPerBatch?.[server]
    return passed && (passed.sentBytes + passed.receivedBytes) / eventsPerBatch
  }

const records: Of = ({ full, digesterShares }) =>
  full.cpuMicroseconds['digester']! * digesterShares['stores/records']!

const allCpu: Of = ({ full }, { accept }) =>
  Object.values(full.cpuMicroseconds).reduce((sum, us) => sum + us, accept.mainThreadMicroseconds)

/** What is written once and deleted soon is not kept. */
const kept: Of = ({ storedBytes }) =>
  Object.entries(storedBytes).reduce((sum, [store, bytes]) => sum + (store === 'postgres log' ? 0 : bytes), 0)

const CPU: ReadonlyArray<readonly [string, Of]> = [
  ['accepted: answering thread', (_, { accept }) => accept.mainThreadMicroseconds],
  ['digested: answering thread, about what is stored', thread('main')],
  ['digested: digester’s thread', thread('digester')],
  ['… of it records', records],
  ['digested: telemetry thread', thread('telemetry')],
  ['digested: garbage collector', thread('garbage collector')],
  ['digested: threads that read and write files', thread('files')],
  ['PostgreSQL', thread('postgres')],
  ['ClickHouse', thread('clickhouse')],
  ['**all**', allCpu],
]

const BYTES: ReadonlyArray<readonly [string, Of]> = [
  ['as sent', (_, { event }) => event.sentBytes],
  ['as sent, if the sender used gzip', (_, { event }) => event.gzipBytes],
  ['in the spool', (_, { event }) => event.spoolBytes],
  ['to and from PostgreSQL', traffic('postgres')],
  ['to and from ClickHouse', traffic('clickhouse')],
  ['stored: vault (SQLite), compacted', stored('vault')],
  ['stored: columns (DuckDB)', stored('columns')],
  ['stored: records (SQLite)', stored('records')],
  ['stored: ClickHouse, merged', stored('clickhouse')],
  ['stored: PostgreSQL', stored('postgres')],
  ['written to the log of PostgreSQL', stored('postgres log')],
  ['**stored in all**', kept],
]

const linesOf = (
  rows: ReadonlyArray<readonly [string, Of]>,
  calibration: Calibration,
  written: (value: number) => string,
): readonly Line[] =>
  rows.map(([name, of]) => [
    name,
    ...FORMS.map((form) => {
      const value = of(calibration[form], calibration)
      return value === undefined ? '–' : written(value)
    }),
  ])

export const cpuLines = (calibration: Calibration): readonly Line[] =>
  linesOf(CPU, calibration, (us) => `${Math.round(us)} µs`)

export const byteLines = (calibration: Calibration): readonly Line[] =>
  linesOf(BYTES, calibration, (bytes) => Math.round(bytes).toLocaleString('en'))
