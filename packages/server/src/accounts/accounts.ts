export interface AccountUser {
  readonly id: string
  readonly email: string
  readonly name: string
}

export interface NewUser {
  readonly email: string
  readonly password: string
  readonly name: string
}

/** What somebody changes about how they sign in. */
export type AccountChange =
  | 'password_changed'
  | 'password_reset'
  | 'second_step_on'
  | 'second_step_off'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_renamed'
  | 'passkey_removed'
  | 'sessions_ended'

/** The field names are printed for scripts. */
export interface SecondStepReset {
  readonly secondStepWasOn: boolean
  readonly passkeysRemoved: number
  readonly sessionsEnded: number
}

/** What lets somebody set a new password, once. */
export interface PasswordReset {
  readonly token: string
  readonly expiresAt: number
}

/** Users, passwords and sessions. Who may see what is not decided here but in `access.ts`. */
export interface Accounts {
  /** `conflict` when the address is taken, `invalid_input` when it is none or the password is too short. */
  createUser(user: NewUser): Promise<{ readonly id: string }>
  findUser(email: string): Promise<AccountUser | undefined>
  /** Fails for a user who is a member of an organization. */
  removeUser(id: string): Promise<void>
  /** Leaves the password as the only way in, and ends all sessions. Only for whoever owns the machine. */
  resetSecondStep(id: string): Promise<SecondStepReset>
  /** For the link that is given to whoever has the account, and to nobody else; only a hash of the token is stored. */
  openPasswordReset(id: string): Promise<PasswordReset>
  /** Answers `/api/auth/*`. `clientAddress` is the peer as the server knows it, never a header the client chose. */
  handler(request: Request, clientAddress?: string): Promise<Response>
  /** Whose session the cookies are, if they are anybody's. */
  session(headers: Headers): Promise<{ readonly user: AccountUser } | undefined>
}
