import type { Intake } from '@hindcast/contract/intake/intake.ts'
import { getIntake, getUnmatchedIntake } from '@hindcast/contract/intake/intake.ts'
import { AppError } from '#domain/app-error.ts'
import { categoryOf } from '#domain/intake/item-type.ts'
import type { IntakeReport } from '#product/intake/query/intake.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveIntake(serve: Serve, { access, queries }: ApiDeps): void {
  serve(getIntake, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'project:read')
    return intakeView(await queries.intake(project, rangeOf(query)))
  })

  serve(getUnmatchedIntake, async ({ principal, query }) => {
    if (!(await queries.isWholeInstallation(principal.organizationIds))) {
      throw new AppError(
        'forbidden',
        'Only members of every organization can see requests without a project.',
      )
    }
    return intakeView(await queries.intake(undefined, rangeOf(query)))
  })
}

function rangeOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  }
}

function intakeView({ range, cells, totals, kept }: IntakeReport): Intake {
  return {
    from: iso(range.from),
    to: iso(range.to),
    cells: cells.map(({ hour, outcome, category, reason, quantity }) => ({
      hour: iso(hour),
      outcome,
      category,
      reason,
      quantity,
    })),
    totals: [...totals],
    kept: kept.map(({ itemType, read, left, isDone, at }) => ({
      itemType,
      category: categoryOf(itemType),
      read,
      left,
      done: isDone,
      at: iso(at),
    })),
  }
}
