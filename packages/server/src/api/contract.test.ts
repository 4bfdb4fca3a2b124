import { describe, expect, it } from 'vitest'
import { IntakeOutcome } from '@hindcast/contract/intake.ts'
import { IssueStatus } from '@hindcast/contract/issues.ts'
import { QUOTA_CATEGORIES } from '@hindcast/contract/projects.ts'
import { Level } from '@hindcast/contract/values.ts'
import { DATA_CATEGORIES } from '#domain/category.ts'
import type { IntakeOutcome as Outcome } from '#domain/intake.ts'
import { ISSUE_STATUSES } from '#domain/issue.ts'
import { LEVELS } from '#domain/level.ts'

const OUTCOMES: Readonly<Record<Outcome, true>> = {
  accepted: true,
  kept_raw: true,
  cut: true,
  scrubbed: true,
  dropped: true,
  refused: true,
}

describe('the contract', () => {
  it('[AP3] has the same words as the domain, so that no answer can fall out of its schema', () => {
    expect(Level.options).toEqual(LEVELS)
    expect(IssueStatus.options).toEqual(ISSUE_STATUSES)
    expect(QUOTA_CATEGORIES).toEqual(['all', ...DATA_CATEGORIES])
    expect([...IntakeOutcome.pipe[0].options].sort()).toEqual(Object.keys(OUTCOMES).sort())
  })
})
