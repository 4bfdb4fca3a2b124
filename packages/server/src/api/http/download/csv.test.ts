import { expect, it } from 'vitest'
import * as v from 'valibot'
import { columnsOf, csvHeader, csvLine, csvRow } from './csv.ts'

const Row = v.object({
  title: v.string(),
  count: v.pipe(v.number(), v.description('How many.')),
  owner: v.nullable(v.object({ name: v.string(), team: v.optional(v.object({ id: v.string() })) })),
  tags: v.array(v.object({ key: v.string(), value: v.string() })),
})
const COLUMNS = columnsOf(Row)

it('[AP91] has a column for every value of a row, also where the first rows lack it', () => {
  expect(csvHeader(COLUMNS)).toBe('title,count,owner.name,owner.team.id,tags\r\n')
  expect(csvRow(COLUMNS, { title: 'a', count: -1, owner: null, tags: [] })).toBe('a,-1,,,[]\r\n')
  const owner = { name: 'Ada', team: { id: '7' } }
  const tags = [{ key: 'plan', value: 'x' }]
  expect(csvRow(COLUMNS, { title: 'b', count: 2, owner, tags })).toBe(
    'b,2,Ada,7,"[{""key"":""plan"",""value"":""x""}]"\r\n',
  )
})

it('[AP91] quotes what would end a cell or a line', () => {
  const line = csvLine(['a,b', 'say "x"', 'two\nlines', 'plain'])
  expect(line).toBe('"a,b","say ""x""","two\nlines",plain\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  '[AP92] writes a text that a spreadsheet would run as text: %j',
  (title) => {
    const line = csvRow([['title']], { title })
    expect(line.replace(/^"/, '').startsWith(`'${title.charAt(0)}`)).toBe(true)
  },
)

it('[AP92] leaves numbers and other texts as they are', () => {
  expect(csvRow([['a'], ['b']], { a: -1.5, b: 'a=b' })).toBe('-1.5,a=b\r\n')
})
