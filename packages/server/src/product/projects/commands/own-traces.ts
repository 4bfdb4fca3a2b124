import type { CommandDeps } from '#product/common/commands/command-deps.ts'

const FACT = 'own_traces'

/** Whether samples were loaded by the operator, so that the pages show their own traces beside them. */
export async function areOwnPagesTraced({ records }: Pick<CommandDeps, 'records'>): Promise<boolean> {
  return (await records.facts.get(FACT)) === 'on'
}

/** Turns the traces of Hindcast's own pages on where the operator left it open. Answers whether they are on now. */
export async function traceOwnPages(
  { records }: Pick<CommandDeps, 'records'>,
  said: { readonly selfReport: boolean; readonly selfTraces: boolean | undefined },
): Promise<boolean> {
  if (!said.selfReport) return false
  if (said.selfTraces !== undefined) return said.selfTraces
  await records.facts.set(FACT, 'on')
  return true
}
