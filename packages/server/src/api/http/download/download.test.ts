import { expect, it } from 'vitest'
import { listIssueEvents } from '@hindcast/contract/events/events.ts'
import { LIMITS } from '#domain/limits.ts'
import { download } from './download.ts'

interface Page {
  readonly events: readonly object[]
  readonly next: string | null
  readonly searched?: object
}

/** A list of so many pages of a hundred rows. */
function listOf(pages: number, rows = 100) {
  const asked: Array<string | undefined> = []
  const page = (cursor: string | undefined): Promise<Page> => {
    asked.push(cursor)
    const events = Array.from({ length: rows }, (_, index) => ({ eventId: `${asked.length}-${index}` }))
    return Promise.resolve({ events, next: asked.length < pages ? String(asked.length) : null })
  }
  return { asked, page }
}

const linesOf = async (page: (cursor: string | undefined) => Promise<unknown>, format: 'csv' | 'ndjson') => {
  const response = await download({ endpoint: listIssueEvents, format, params: { issue: '7' }, page })
  return (await response.text()).trimEnd().split(/\r?\n/)
}

it('[AP91] ends where the list ends, and says nothing then', async () => {
  const { asked, page } = listOf(3)
  const lines = await linesOf(page, 'ndjson')
  expect(lines).toHaveLength(300)
  expect(JSON.parse(lines.at(-1)!)).toEqual({ eventId: '3-99' })
  expect(asked).toEqual([undefined, '1', '2'])
})

it('[AP91] stops at ten thousand rows, and says in the last line that there are more', async () => {
  const rows = LIMITS.answers.downloadRows
  const lines = await linesOf(listOf(Infinity).page, 'ndjson')
  expect(lines).toHaveLength(rows + 1)
  expect(JSON.parse(lines.at(-1)!)).toEqual({ cut: true, rows })
  const csv = await linesOf(listOf(Infinity).page, 'csv')
  expect(csv).toHaveLength(rows + 2)
  expect(csv.at(-1)).toBe('Cut after 10000 rows. There are more.')
})

it('[AP91] stops after a bounded number of pages, where a search finds next to nothing in each', async () => {
  const { asked, page } = listOf(Infinity, 0)
  const lines = await linesOf(page, 'ndjson')
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([{ cut: true, rows: 0 }])
  expect(asked).toHaveLength(LIMITS.answers.downloadPages)
})

it('[AP91] says of a list without pages that it has more rows', async () => {
  const page = (total: number) => () => Promise.resolve({ events: [{ eventId: '1' }], total })
  expect(await linesOf(page(1), 'ndjson')).toHaveLength(1)
  const lines = await linesOf(page(2), 'ndjson')
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ cut: true, rows: 1 })
})

it('[AP91] says that a search did not look through everything', async () => {
  const page = () => Promise.resolve({ events: [], next: null, searched: { events: 5 } })
  expect(JSON.parse((await linesOf(page, 'ndjson'))[0]!)).toEqual({ cut: true, rows: 0 })
})

it('[AP91] reads the next page when the reader has taken the one before', async () => {
  const { asked, page } = listOf(50)
  const response = await download({ endpoint: listIssueEvents, format: 'ndjson', params: {}, page })
  const reader = response.body!.getReader()
  await reader.read()
  await reader.cancel()
  expect(asked.length).toBeLessThan(5)
})
