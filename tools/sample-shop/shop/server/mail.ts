export class MailError extends Error {
  override readonly name = 'MailError'
}

interface Transport {
  send(to: string, text: string): Promise<{ readonly code: number; readonly text: string }>
}

export async function deliver(transport: Transport, to: string, text: string): Promise<void> {
  const { code, text: reason } = await transport.send(to, text)
  if (code >= 500) throw new MailError(`${code} ${reason}`)
}
