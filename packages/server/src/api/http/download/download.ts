import type { GenericSchema } from 'valibot'
import type { Endpoint } from '@hindcast/contract/endpoint.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { columnsOf, csvHeader, csvLine, csvRow } from './csv.ts'

export type TableFormat = 'csv' | 'ndjson'

const MEDIA: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** What a list says beside its rows; which of these it has depends on how it is paged. */
interface Answer {
  readonly next?: string | null
  readonly more?: boolean
  readonly searched?: object | null
  /** Of all rows, where a list has no pages. */
  readonly total?: number
}

/** Undefined: JSON, as always. */
export function formatOf(endpoint: Endpoint, { url, headers }: Request): TableFormat | undefined {
  if (endpoint.rows === undefined) return undefined
  const asked = new URL(url).searchParams.get('format')
  if (asked === 'csv' || asked === 'ndjson') return asked
  if (asked === 'json') return undefined
  if (asked !== null) throw new AppError('invalid_input', 'format: must be `csv`, `ndjson` or `json`.')
  const accepted = headers.get('accept') ?? ''
  if (accepted.includes('text/csv')) return 'csv'
  return accepted.includes('application/x-ndjson') ? 'ndjson' : undefined
}

interface Table {
  readonly endpoint: Endpoint
  readonly format: TableFormat
  readonly params: Readonly<Record<string, string>>
  /** A page of the list, by the same handler and with the same checks as the list itself. */
  readonly page: (cursor: string | undefined) => Promise<unknown>
}

/** The list as a file. The next page is read when the reader has taken the one before. */
export async function download(table: Table): Promise<Response> {
  const { endpoint, format, params, page } = table
  // Before anything is answered: what is refused has to be refused with its status.
  const first = await page(undefined)
  const name = [...Object.values(params), endpoint.rows].join('-')
  return new Response(bodyOf(table, first as Answer), {
    headers: {
      'Content-Type': MEDIA[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
      'Cache-Control': 'no-store',
    },
  })
}

function bodyOf({ endpoint, format, page }: Table, first: Answer): ReadableStream<Uint8Array> {
  const write = writerFor(endpoint, format)
  const { downloadRows, downloadPages } = LIMITS.answers
  const encoder = new TextEncoder()
  let cursor: string | undefined
  let rows = 0
  let pages = 0
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const shown = pages === 0 ? first : ((await page(cursor)) as Answer)
      const all = (shown as Readonly<Record<string, readonly unknown[]>>)[endpoint.rows!]!
      const fitting = all.slice(0, downloadRows - rows)
      const text = [...(pages === 0 ? [write.head] : []), ...fitting.map(write.row)]
      rows += fitting.length
      pages++
      const isFull = rows >= downloadRows || pages >= downloadPages
      const isLast = shown.next === null || shown.next === undefined || isFull
      if (isLast && (isCut(shown) || fitting.length < all.length || rows < (shown.total ?? 0)))
        text.push(write.cut(rows))
      // Also where a page is empty: a stream that is given nothing is not asked again.
      controller.enqueue(encoder.encode(text.join('')))
      if (isLast) controller.close()
      else cursor = shown.next!
    },
  })
}

function isCut({ next, more, searched }: Answer): boolean {
  return (next ?? undefined) !== undefined || more === true || (searched ?? undefined) !== undefined
}

interface TableWriter {
  readonly head: string
  readonly row: (row: unknown) => string
  /** The last line, so that nobody takes a part for the whole. */
  readonly cut: (rows: number) => string
}

function writerFor(endpoint: Endpoint, format: TableFormat): TableWriter {
  if (format === 'ndjson') {
    const row = (value: unknown) => `${JSON.stringify(value)}\n`
    return { head: '', row, cut: (rows) => row({ cut: true, rows }) }
  }
  const columns = columnsOf(rowSchema(endpoint))
  return {
    head: csvHeader(columns),
    row: (row) => csvRow(columns, row),
    cut: (rows) => csvLine([`Cut after ${rows} rows. There are more.`]),
  }
}

function rowSchema({ response, rows, path }: Endpoint): GenericSchema {
  const { entries } = response as unknown as {
    readonly entries: Readonly<Record<string, { readonly item?: GenericSchema } | undefined>>
  }
  const item = entries[rows!]?.item
  if (item === undefined) throw new Error(`${path} declares rows that its answer does not have`)
  return item
}
