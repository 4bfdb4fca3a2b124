import type { Kysely } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { AttemptRecords } from '#stores/records/attempts.ts'
import type { AccountDatabase } from '#stores/records/records.ts'
import type { AccountChange, Accounts, AccountUser } from './accounts.ts'
import { attemptLimits } from './attempt-limit.ts'
import { toApiAnswer, refusal } from './auth-answer.ts'
import {
  ASKS_PASSWORD,
  CHANGES,
  emailIn,
  ENDS_OTHER_SESSIONS,
  forwarded,
  GET_SESSION,
  READ_RESET,
  readBody,
  REQUEST_RESET,
  routeOf,
  SIGN_IN,
  textIn,
  withOtherSessionsEnded,
  withoutRefresh,
} from './auth-request.ts'
import type { AccountAddresses, PasswordHash } from './better-auth-options.ts'
import { createClaimedCodes, type ClaimedCodes } from './claimed-codes.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { checkNewUser } from './new-user.ts'
import { endEverything, endOpenLinks, openPasswordReset, userOfReset } from './password-reset.ts'
import { createResetRequests } from './reset-requests.ts'
import { resetSecondStep } from './reset-second-step.ts'
import { createSignInLimits, type SignInNumbers } from './sign-in-limits.ts'

export interface AccountOptions {
  readonly database: AccountDatabase
  readonly secret: string
  /** Asked at every request: with port 0 the address is only known once the server listens. */
  readonly addresses: () => AccountAddresses
  readonly now: () => number
  readonly log: Log
  /** Limits for attempts; default: those of the product. */
  readonly limits?: SignInNumbers
  /** Where attempts are counted for all nodes. Undefined: there is this one only, which counts in memory. */
  readonly attempts?: AttemptRecords | undefined
  /** Told before the answer is, and after the change was made. */
  readonly onChange?: ((userId: string, change: AccountChange) => Promise<void>) | undefined
  /** Sends a password reset link to this address. Undefined: no mail server is configured. */
  readonly sendResetLink?: ((email: string) => Promise<void>) | undefined
  /** For tests that sign in hundreds of times: the product's own hash is slow on purpose. */
  readonly passwordHash?: PasswordHash
}

type Auth = Awaited<ReturnType<typeof makeAuth>>

/** Loaded with the first person who signs in: a server that only takes events never pays for its 50 MB. */
async function makeAuth(options: AccountOptions, addresses: AccountAddresses, codes: ClaimedCodes) {
  const { db, type } = options.database
  const [{ betterAuth }, { authOptions }] = await Promise.all([
    import('better-auth'),
    import('./better-auth-options.ts'),
  ])
  return betterAuth({
    ...authOptions({
      ...addresses,
      secret: options.secret,
      log: options.log,
      claimCode: codes.claim,
      passwordHash: options.passwordHash,
      onPasswordReset: async (userId) => {
        await endEverything(options.database, userId)
        await options.onChange?.(userId, 'password_reset')
      },
    }),
    database: { db: db as Kysely<Record<string, never>>, type },
  })
}

export function createAccounts(options: AccountOptions): Accounts {
  const codes = createClaimedCodes(options.database, options.now)
  let made: { readonly auth: Promise<Auth>; readonly key: string } | undefined
  const auth = (): Promise<Auth> => {
    const addresses = options.addresses()
    const key = JSON.stringify([addresses.publicUrl, addresses.listeningUrl])
    if (made?.key !== key) made = { auth: makeAuth(options, addresses, codes), key }
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
    async openPasswordReset(id) {
      const { internalAdapter } = await (await auth()).$context
      return openPasswordReset(internalAdapter, id, options.now())
    },
    handler: refusingWhileAway(createHandler(auth, codes, options), options.database),
    async session(headers) {
      // Without a cookie the library is not loaded, so a server that only takes events never loads it.
      if (!headers.has('cookie')) return undefined
      const user = await sessionUser(await auth(), headers, options.database)
      return user && { user }
    },
  }
}

function createHandler(
  auth: () => Promise<Auth>,
  codes: ClaimedCodes,
  options: AccountOptions,
): Accounts['handler'] {
  const { now, onChange, database, log, limits: chosen = LIMITS.signIn } = options
  const openLimit = attemptLimits(options.attempts, now)
  const requestReset = createResetRequests({ send: options.sendResetLink, openLimit, log })
  const limits = createSignInLimits(chosen, openLimit)
  const known = createKnownBrowsers(options.secret)

  async function signIn(request: Request, body: string, address: string | undefined): Promise<Response> {
    const email = emailIn(body)
    const attempt = { address: address ?? '', email, knownBrowser: known.of(request.headers, email) }
    const waitSeconds = await limits.take(attempt)
    if (waitSeconds !== undefined) return tooMany(waitSeconds)
    const response = await (await auth()).handler(forwarded(request, body, address))
    if (!response.ok) return toApiAnswer(response)
    await limits.succeeded(attempt)
    const secure = options.addresses().publicUrl?.startsWith('https:') === true
    if (attempt.knownBrowser === undefined)
      response.headers.append('Set-Cookie', known.cookieFor(email, secure))
    return toApiAnswer(response)
  }

  async function others(route: string, request: Request, body: string, address: string | undefined) {
    const change = CHANGES[route]
    // Asked before: with the change the session may be another.
    const isPersonal = change !== undefined || ASKS_PASSWORD.has(route)
    const user =
      isPersonal &&
      request.headers.has('cookie') &&
      (await sessionUser(await auth(), request.headers, database))
    const waitSeconds = user && ASKS_PASSWORD.has(route) ? await limits.takePassword(user.id) : undefined
    if (waitSeconds !== undefined) return tooMany(waitSeconds)
    const ask = (asked: Request) => {
      const sent = forwarded(asked, withOtherSessionsEnded(route, body), address)
      return codes.during(async () => (await auth()).handler(sent))
    }
    const response = route === GET_SESSION ? await askForSession(ask, request) : await ask(request)
    if (change && user && response.ok) {
      const cookies = [...response.headers.getSetCookie(), request.headers.get('cookie') ?? '']
      if (ENDS_OTHER_SESSIONS.has(change)) await endOtherSessions(database, user.id, cookies)
      if (change === 'password_changed') await endOpenLinks(database, user.id)
      await onChange?.(user.id, change)
    }
    return toApiAnswer(response)
  }

  return async (request, clientAddress) => {
    const route = routeOf(request)
    if (route === undefined) return refusal(404)
    const body = await readBody(request)
    if (body === undefined) return refusal(413, 'The body is too long.')
    if (body !== '' && !/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
      return refusal(415, 'The body must be sent as application/json.')
    }
    if (route === REQUEST_RESET) return requestReset(body, clientAddress)
    if (route === READ_RESET) return readReset(await auth(), textIn(body, 'token'), now())
    return route === SIGN_IN
      ? signIn(request, body, clientAddress)
      : others(route, request, body, clientAddress)
  }
}

function refusingWhileAway(handler: Accounts['handler'], database: AccountDatabase): Accounts['handler'] {
  return async (...asked) => {
    const response = await handler(...asked)
    if (response.status >= 500) await throwIfAway(database)
    return response
  }
}

/** The library answers 500 and hides why; records that are away say so themselves, which is answered with 503. */
async function throwIfAway({ db }: AccountDatabase): Promise<void> {
  const records = db as Kysely<{ auth_session: { token: string } }>
  await records.selectFrom('auth_session').select('token').limit(1).execute()
}

function tooMany(waitSeconds: number): Response {
  return refusal(429, undefined, { 'Retry-After': String(waitSeconds) })
}

/** A disk that is full keeps a session from being prolonged, not from being used. */
async function askForSession(
  ask: (asked: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const response = await ask(request).catch(() => undefined)
  return response !== undefined && response.status < 500 ? response : ask(withoutRefresh(request))
}

/** The account of a reset link. Does not use the link up. */
async function readReset(auth: Auth, token: string, now: number): Promise<Response> {
  const { internalAdapter } = await auth.$context
  const userId = await userOfReset(internalAdapter, token, now)
  const user = userId === undefined ? null : await internalAdapter.findUserById(userId)
  if (user === null)
    return refusal(404, 'This link was already used or is older than an hour. Request a new one.')
  return Response.json({ email: user.email }, { headers: { 'Cache-Control': 'no-store' } })
}

async function sessionUser(
  auth: Auth,
  headers: Headers,
  database: AccountDatabase,
): Promise<AccountUser | undefined> {
  try {
    // Only `GET /api/auth/get-session` prolongs a session: the new cookie has to reach the browser.
    const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
    return found ? toUser(found.user) : undefined
  } catch (error) {
    await throwIfAway(database)
    throw error
  }
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
  return new AppError('conflict', 'A user with this email address already exists.')
}

function toUser({ id, email, name }: AccountUser): AccountUser {
  return { id, email, name }
}
