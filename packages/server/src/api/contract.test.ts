import { describe, expect, it } from 'vitest'
import { IntakeOutcome } from '@hindcast/contract/intake/intake.ts'
import { IssueStatus } from '@hindcast/contract/issues/issues.ts'
import { QUOTA_CATEGORIES } from '@hindcast/contract/projects/projects.ts'
import { Level } from '@hindcast/contract/values.ts'
import { DATA_CATEGORIES } from '#domain/intake/category.ts'
import type { IntakeOutcome as Outcome } from '#domain/intake/intake.ts'
import { ISSUE_STATUSES } from '#domain/issues/issue-status.ts'
import { LEVELS } from '#domain/events/level.ts'

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
