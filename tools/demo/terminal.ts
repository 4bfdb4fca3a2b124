/** One line for each step, with the seconds it took; on a terminal it counts while the step runs. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const line = (mark: string) =>
    `${mark} ${title} ${Math.round((performance.now() - began) / 1000)} s`.padEnd(70)
  const live = process.stdout.isTTY
  if (!live) console.log(`… ${title}`)
  const timer = live ? setInterval(() => process.stdout.write(`\r${line('…')}`), 200) : undefined
  try {
    const result = await work()
    process.stdout.write(`${live ? '\r' : ''}${line('✓').trimEnd()}\n`)
    return result
  } catch (error) {
    process.stdout.write(`${live ? '\r' : ''}${line('✗').trimEnd()}\n`)
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** What can be clicked, in two columns. */
export function addresses(rows: ReadonlyArray<readonly [name: string, address: string]>): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, address]) => `  ${name.padEnd(width)}  ${address}`).join('\n')
}
