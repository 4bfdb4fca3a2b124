import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { neededBy } from '#stores/side-by-side.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** What an older version, which still reads and writes the tables as they were, would stumble over. */
const CONTRACTING = /\b(?:drop|rename|detach|truncate|(?:modify|clear)\s+column|exchange\s+tables)\b/i
const withoutComments = (sql: string) => sql.replaceAll(/--[^\n]*/g, '')

describe('migrations of ClickHouse', () => {
  it('[RS115] only add what older versions do without, unless their name says otherwise', async () => {
    const files = await readdir(FOLDER)
    expect(files).not.toEqual([])
    for (const file of files) {
      if (neededBy(file) !== undefined) continue
      expect(withoutComments(await readFile(new URL(file, FOLDER), 'utf8')), file).not.toMatch(CONTRACTING)
    }
  })

  it('[RS115] are known to contract by their words', () => {
    expect(withoutComments('-- drop nothing\nalter table events add column a String')).not.toMatch(
      CONTRACTING,
    )
    for (const sql of [
      'alter table events drop column a',
      'DROP TABLE events',
      'rename table a to b',
      'alter table events modify  column a Int8',
    ])
      expect(withoutComments(sql)).toMatch(CONTRACTING)
  })
})
