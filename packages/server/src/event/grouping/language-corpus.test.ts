import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { group } from './group.ts'
import {
  recordedEvents,
  recordedLanguages,
  scoreOf,
  withoutEntries,
  type Score,
} from './testing/language-corpus.ts'

interface Reached {
  /** By version 4; never less. What recall lacks are bugs that `bugs.json` calls debatable, and chance. */
  readonly precision: number
  readonly recall: number
  /** The functions of the program that fire a single bug. */
  readonly entries: RegExp
}

const REACHED: Readonly<Record<string, Reached>> = {
  go: { precision: 1, recall: 0.98, entries: /^(?:init\.func\d+.*|main)$/ },
  java: { precision: 1, recall: 0.98, entries: /^(?:main|lambda\$action\$\d+)$/ },
  python: { precision: 1, recall: 0.98, entries: /^(?:do_\w+|main|<module>)$/ },
  ruby: { precision: 1, recall: 0.98, entries: /^(?:(?:block in )?do_\w+|public_send|<main>)$/ },
  rust: { precision: 1, recall: 0.98, entries: /^(?:shop::main|main|shop::\w+::action::\{\{closure\}\})$/ },
}

/** Of a language whose figures are not pinned yet. */
const AT_LEAST: Reached = { precision: 0.97, recall: 0.95, entries: /^(?:do_\w+|main)$/ }

const figures = ({ precision, recall }: Score) => `${precision.toFixed(3)} and ${recall.toFixed(3)}`

describe('recorded bugs of other languages, by precision and recall', () => {
  it('[GR127] are there for every language that has figures', () => {
    expect(recordedLanguages()).toEqual(expect.arrayContaining(Object.keys(REACHED)))
  })

  for (const language of recordedLanguages()) {
    const events = recordedEvents(language)
    const { entries, ...reached } = REACHED[language] ?? AT_LEAST
    for (const [name, given] of [
      [language, events],
      [`${language} without the functions that fire one bug`, withoutEntries(events, entries)],
    ] as const) {
      const before = scoreOf(given, 3)
      const after = scoreOf(given, 4)
      it(`[GR127] are grouped as well as ever in ${name}: ${figures(after)}, by version 3 ${figures(before)}`, () => {
        expect(after.precision, JSON.stringify(after.mixed)).toBeGreaterThanOrEqual(reached.precision)
        expect(after.recall, JSON.stringify(after.split)).toBeGreaterThanOrEqual(reached.recall)
        expect(after.precision).toBeGreaterThanOrEqual(before.precision)
        expect(after.recall).toBeGreaterThanOrEqual(before.recall)
      })
    }
  }
})

describe('grouping version 4, golden file', () => {
  const file = new URL('group-v4.golden.json', import.meta.url)
  const golden = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>

  const languages = new Set(Object.keys(golden).map((bug) => bug.split('-', 1)[0]!))

  it.each([...languages])('[GR121] gives the bugs of %s the fingerprints they always had', (language) => {
    const first = Map.groupBy(recordedEvents(language), ({ bug }) => bug)
    const found = [...first].map(([bug, [one]]) => [
      bug,
      group(one!.event, undefined, undefined, [], 4).fingerprint,
    ])
    const pinned = Object.entries(golden).filter(([bug]) => bug.startsWith(`${language}-`))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(pinned))
  })
})
