import type { Kysely } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import type { AccountDatabase } from '#stores/records.ts'
import type { AccountChange, Accounts, AccountUser } from './accounts.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { inOurWords, refusal } from './auth-answer.ts'
import {
  CHANGES,
  emailIn,
  forwarded,
  GET_SESSION,
  readBody,
  routeOf,
  SIGN_IN,
  withoutRefresh,
} from './auth-request.ts'
import type { AccountAddresses } from './better-auth-options.ts'
import { checkNewUser } from './new-user.ts'
import { resetSecondStep } from './reset-second-step.ts'

export interface AccountOptions {
  readonly database: AccountDatabase
  readonly secret: string
  /** Asked at every request: with port 0 the address is only known once the server listens. */
  readonly addresses: () => AccountAddresses
  readonly now: () => number
  readonly log: Log
  /** Told before the answer is, and after the change was made. */
  readonly onChange?: ((userId: string, change: AccountChange) => Promise<void>) | undefined
}

type Auth = Awaited<ReturnType<typeof makeAuth>>

/** Loaded with the first person who signs in: a server that only takes events never pays for its 50 MB. */
async function makeAuth(options: AccountOptions, addresses: AccountAddresses) {
  const { db, type } = options.database
  const [{ betterAuth }, { authOptions }] = await Promise.all([
    import('better-auth'),
    import('./better-auth-options.ts'),
  ])
  return betterAuth({
    ...authOptions({ ...addresses, secret: options.secret, log: options.log }),
    database: { db: db as Kysely<Record<string, never>>, type },
  })
}

export function createAccounts(options: AccountOptions): Accounts {
  let made: { readonly auth: Promise<Auth>; readonly key: string } | undefined
  const auth = (): Promise<Auth> => {
    const addresses = options.addresses()
    const key = JSON.stringify([addresses.publicUrl, addresses.listeningUrl])
    if (made?.key !== key) made = { auth: makeAuth(options, addresses), key }
    return made.auth
  }
  return {
    createUser: async (user) => createUser(await auth(), user),
    async findUser(email) {
      const { internalAdapter } = await (await auth()).$context
      const found = await internalAdapter.findUserByEmail(email.trim().toLowerCase())
      return found ? toUser(found.user) : undefined
    },
    async removeUser(id) {
      const { adapter } = await (await auth()).$context
      // Only the user: the rest goes with it in the same statement, or stays with it when it is refused.
      await adapter.delete({ model: 'user', where: [{ field: 'id', value: id }] })
    },
    resetSecondStep: async (id) => resetSecondStep(options.database, id),
    handler: createHandler(auth, options),
    async session(headers) {
      // Without a cookie nobody is asked: a server that only takes events never loads the library.
      if (!headers.has('cookie')) return undefined
      const user = await sessionUser(await auth(), headers)
      return user && { user }
    },
  }
}

function createHandler(
  auth: () => Promise<Auth>,
  { now, onChange }: Pick<AccountOptions, 'now' | 'onChange'>,
): Accounts['handler'] {
  // The library limits tries per address; this limits them per address and account, which an office behind one
  // address does not reach and somebody who guesses does.
  const tries = createAttemptLimit({ attempts: 5, windowMs: 60_000, capacity: 10_000 })
  return async (request, clientAddress) => {
    const route = routeOf(request)
    if (route === undefined) return refusal(404)
    const body = await readBody(request)
    if (body === undefined) return refusal(413, 'The body is too long.')
    if (body !== '' && !/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
      return refusal(415, 'The body must be sent as application/json.')
    }
    const account = `${clientAddress ?? ''} ${emailIn(body)}`
    const waitSeconds = route === SIGN_IN ? tries.take(account, now()) : undefined
    if (waitSeconds !== undefined) return refusal(429, undefined, { 'Retry-After': String(waitSeconds) })
    const change = CHANGES[route]
    // Asked before: with the change the session may be another.
    const changing =
      change && request.headers.has('cookie') && (await sessionUser(await auth(), request.headers))
    const ask = async (asked: Request) => (await auth()).handler(forwarded(asked, body, clientAddress))
    const response = route === GET_SESSION ? await askForSession(ask, request) : await ask(request)
    if (route === SIGN_IN && response.ok) tries.forget(account)
    if (change && changing && response.ok) await onChange?.(changing.id, change)
    return inOurWords(response)
  }
}

/** A disk that is full keeps a session from being prolonged, not from being used. */
async function askForSession(
  ask: (asked: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const response = await ask(request).catch(() => undefined)
  return response !== undefined && response.status < 500 ? response : ask(withoutRefresh(request))
}

async function sessionUser(auth: Auth, headers: Headers): Promise<AccountUser | undefined> {
  // Only `GET /api/auth/get-session` prolongs a session: the new cookie has to reach the browser.
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return found ? toUser(found.user) : undefined
}

async function createUser(auth: Auth, input: Parameters<Accounts['createUser']>[0]): Promise<{ id: string }> {
  const { email, password, name } = checkNewUser(input)
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = await passwords.hash(password)
  const taken = async () => (await internalAdapter.findUserByEmail(email)) !== null
  if (await taken()) throw alreadyTaken()
  const user = await internalAdapter
    .createUser({ email, name, emailVerified: true }, { method: 'email-password' })
    .catch(async (error: unknown) => {
      throw (await taken()) ? alreadyTaken() : error
    })
  try {
    await internalAdapter.linkAccount({
      userId: user.id,
      accountId: user.id,
      providerId: 'credential',
      password: hash,
    })
  } catch (error) {
    await internalAdapter.deleteUser(user.id)
    throw error
  }
  return { id: user.id }
}

function alreadyTaken(): AppError {
  return new AppError('conflict', 'There is already a user with this e-mail address.')
}

function toUser({ id, email, name }: AccountUser): AccountUser {
  return { id, email, name }
}
