import { checkBoundaries } from './boundaries.ts'
import type { Finding } from './finding.ts'
import { readProject } from './project.ts'
import { checkReleases } from './releases.ts'
import { checkSides } from './sides.ts'
import { checkTunnel } from './tunnel.ts'

/**
 * Reads the application as text and says what is missing. What a text cannot tell, such as options that come from
 * elsewhere, counts as right. Undefined: not a Next.js application.
 */
export async function check(root: string): Promise<readonly Finding[] | undefined> {
  const project = await readProject(root)
  return project && [checkSides, checkBoundaries, checkTunnel, checkReleases].flatMap((part) => part(project))
}

export function checkedInWords(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing is missing.'
  const problems = findings.filter(({ kind }) => kind === 'problem')
  const others = findings.filter(({ kind }) => kind === 'advice')
  const inLines = ({ kind, text, fix }: Finding) => `${kind === 'problem' ? '✗' : '!'} ${text}\n  ${fix}`
  return [
    ...[...problems, ...others].map(inLines),
    `Problems: ${problems.length}. Advice: ${others.length}.`,
  ].join('\n')
}
