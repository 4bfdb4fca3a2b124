import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'
import { openVaultFile } from '#stores/telemetry/duckdb/vault-file.ts'
import { FIND, FIND_AFTER, FIND_UNTIL, FORGET, HAS_ANY, OF_EVENT } from './vault-identifiers.ts'

it('[TS30] finds and forgets through an index, without a scan or a sort', async () => {
  const dir = await temporaryFolder()
  const db = await openVaultFile(join(dir, 'vault.sqlite'), () => 0)
  const planOf = (sql: string) =>
    db
      .prepare(`explain query plan ${sql}`)
      .all(...Array.from({ length: sql.split('?').length - 1 }, () => null))
      .map((step) => String(step['detail']))
  expect(planOf(FIND)).toEqual([
    expect.stringMatching(
      /^SEARCH identifiers USING PRIMARY KEY \(project_id=\? AND kind=\? AND value=\?\)$/,
    ),
  ])
  for (const sql of [FIND_UNTIL, FIND_AFTER])
    expect(planOf(sql)).toEqual([
      expect.stringMatching(
        /^SEARCH identifiers USING PRIMARY KEY \(project_id=\? AND kind=\? AND value=\? AND received_at[<>]\?\)$/,
      ),
    ])
  expect(planOf(HAS_ANY)).toEqual([
    expect.stringMatching(/^SEARCH identifiers USING PRIMARY KEY \(project_id=\? AND kind=\?\)$/),
  ])
  for (const sql of [FORGET, OF_EVENT])
    expect(planOf(sql)).toEqual([
      expect.stringMatching(/^SEARCH identifiers USING (?:COVERING )?INDEX identifiers_by_event/),
    ])
  db.close()
  await rm(dir, { recursive: true, force: true })
})
