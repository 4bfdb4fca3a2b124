import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBInstance,
  DuckDBUUIDValue,
  INTEGER,
  TINYINT,
  UUID,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'

import { appendChunks, chunksOf, type Column } from './columns-writer.ts'

const TYPES = [BOOLEAN, TINYINT, BIGINT, DOUBLE, UUID, VARCHAR, VARCHAR]
type Row = readonly DuckDBValue[]
const columns = TYPES.map((type, at): Column<Row> => ({ type, write: (row) => row[at]! }))

/** Some that fit within a value, some at the border, in bytes and in characters, and some that come again and again. */
const aText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    'twelve chars',
    'thirteen char',
    'zwölf Stück',
    '☃☃☃☃',
    '☃☃☃☃☃',
    'production-of-the-shop',
    'a NUL \0',
    'a NUL \0 in a long text',
    'x'.repeat(500),
  ),
)
const orNothing = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null })
const aRow: fc.Arbitrary<Row> = fc.tuple(
  orNothing(fc.boolean()),
  orNothing(fc.integer({ min: -128, max: 127 })),
  orNothing(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  orNothing(fc.double({ noNaN: true })),
  orNothing(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((bits) => DuckDBUUIDValue.fromUint128(bits))),
  orNothing(aText),
  aText,
)

async function aTable(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  onTestFinished(() => {
    connection.closeSync()
    instance.closeSync()
  })
  await connection.run(
    `create table written (${TYPES.map((type, at) => `c${at} ${type.toString()}`).join(', ')})`,
  )
  return connection
}

async function readBack(connection: DuckDBConnection): Promise<readonly Row[]> {
  const rows = (await connection.runAndReadAll('select * from written')).getRows()
  await connection.run('delete from written')
  return rows
}

it('[TS260] writes every value as it is, whatever lies beside it in its column', async () => {
  const connection = await aTable()
  await fc.assert(
    fc.asyncProperty(fc.array(aRow, { maxLength: 150 }), async (rows) => {
      await appendChunks(connection, 'written', chunksOf(columns, rows))
      expect(await readBack(connection)).toEqual(rows)
    }),
    { numRuns: 60 },
  )
})

it('[TS260] writes more rows than a chunk can hold', async () => {
  const connection = await aTable()
  const rows = Array.from({ length: 5000 }, (_, n): Row => {
    const isThere = n % 3 > 0
    const id = isThere ? DuckDBUUIDValue.fromUint128(BigInt(n)) : null
    const text = isThere ? `the ${n % 70}th of many texts` : null
    return [isThere, n % 100, BigInt(n), n / 7, id, text, `${n}`]
  })
  await appendChunks(connection, 'written', chunksOf(columns, rows))
  expect(await readBack(connection)).toEqual(rows)
})

it('[TS260] finds short texts by value, and those that are kept once', async () => {
  const connection = await aTable()
  const texts = [
    'short',
    'twelve chars',
    'a text of its own',
    'a text that comes twice',
    'a text that comes twice',
  ]
  const rows = texts.map((text): Row => [null, null, null, null, null, text, text])
  await appendChunks(connection, 'written', chunksOf(columns, rows))
  for (const text of texts) {
    const [found] = (
      await connection.runAndReadAll(`select count(*) from written where c5 = '${text}'`)
    ).getRows()
    expect(Number(found![0])).toBe(texts.filter((one) => one === text).length)
  }
})

it('[TS260] refuses a type that no column has', () => {
  expect(() => chunksOf([{ type: INTEGER, write: () => 1 }], [{}])).toThrow(
    'no column may be of the type INTEGER',
  )
})
