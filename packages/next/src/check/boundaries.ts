import { problem, type Finding } from './finding.ts'
import type { Project } from './project.ts'

/** Next.js hands an error to the boundary and to nobody else, so the SDK sees nothing unless the boundary reports it. */
export function checkBoundaries({ boundaries }: Project): readonly Finding[] {
  return boundaries
    .filter(({ around }) => !/\bcapture(?:Exception|Error|ReactException)\b/.test(around))
    .map(({ path }) =>
      problem(
        `${path} does not call captureException: what it catches in pages is not reported.`,
        "Add to its component: useEffect(() => { captureException(error) }, [error]), imported from '@sentry/nextjs'.",
      ),
    )
}
