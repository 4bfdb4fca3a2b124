import { expect, it } from 'vitest'
import { asRetentionDraft, keepsLess, readRetention } from './retention-draft.ts'

const SAVED = {
  retentionDays: 90,
  retention: [{ kind: 'spans', days: 14, items: 1_000_000 }],
} satisfies Parameters<typeof asRetentionDraft>[0]

it('[UI86] shows how long each kind is kept, and reads it back', () => {
  const draft = asRetentionDraft(SAVED)
  expect(draft.kinds).toMatchObject({
    spans: { days: '14', items: '1000000' },
    errors: { days: '', items: '' },
  })
  expect(readRetention(draft)).toEqual(SAVED)
})

it.each([
  ['days', ''],
  ['days', '0'],
])('[UI86] reads nothing while the %s are “%s”', (_, days) => {
  expect(readRetention({ ...asRetentionDraft(SAVED), days })).toBeUndefined()
})

it('[UI86] reads nothing while a number of one kind is none', () => {
  const draft = asRetentionDraft(SAVED)
  for (const wrong of ['0', '1.5', 'many'])
    expect(
      readRetention({ ...draft, kinds: { ...draft.kinds, errors: { days: '', items: wrong } } }),
    ).toBeUndefined()
})

it.each([
  [{ ...SAVED, retentionDays: 89 }, true],
  [{ ...SAVED, retentionDays: 91 }, false],
  [{ ...SAVED, retention: [] }, false],
  [{ ...SAVED, retention: [{ kind: 'spans' as const, days: 14, items: 999 }] }, true],
  [{ ...SAVED, retention: [...SAVED.retention, { kind: 'errors' as const, days: null, items: 10 }] }, true],
])('[UI86] warns before anything is deleted: %j', (after, isLess) => {
  expect(keepsLess(SAVED, after)).toBe(isLess)
})
