import type { DataCategory } from '#domain/intake/category.ts'
import { hourOf, type IntakeCount, type IntakeOutcome } from '#domain/intake/intake.ts'
import { LIMITS } from '#domain/limits.ts'

export interface IntakeCounter {
  add(
    projectId: string | undefined,
    category: DataCategory,
    outcome: IntakeOutcome,
    reason: string,
    quantity: number,
  ): void
  /** Hands over everything since the last call. */
  drain(): IntakeCount[]
}

type Cell = { -readonly [Field in keyof IntakeCount]: IntakeCount[Field] }

/** Sums in memory between two flushes; a flood of projects or reasons ends in one common cell, not in memory. */
export function createIntakeCounter(now: () => number, maxCells: number = LIMITS.intakeCells): IntakeCounter {
  let cells = new Map<string, Cell>()
  return {
    add(projectId, category, outcome, reason, quantity) {
      const hour = hourOf(now())
      const name = cellName(projectId, hour, category, outcome, reason)
      const cell = cells.get(name)
      if (cell !== undefined) {
        cell.quantity += quantity
      } else if (cells.size < maxCells) {
        cells.set(name, { projectId, hour, category, outcome, reason, quantity })
      } else {
        addToOverflow(cells, { projectId: undefined, hour, category, outcome, reason: 'other', quantity })
      }
    },
    drain() {
      const drained = [...cells.values()]
      cells = new Map()
      return drained
    },
  }
}

function addToOverflow(cells: Map<string, Cell>, addition: Cell): void {
  const { projectId, hour, category, outcome, reason } = addition
  const name = cellName(projectId, hour, category, outcome, reason)
  const cell = cells.get(name)
  if (cell === undefined) cells.set(name, addition)
  else cell.quantity += addition.quantity
}

function cellName(...parts: ReadonlyArray<string | number | undefined>): string {
  return parts.join('\n')
}
