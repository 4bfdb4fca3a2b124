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

/** Changes to a user's own sign-in methods. */
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

/** A one-time link to set a new password. */
export interface PasswordReset {
  readonly token: string
  readonly expiresAt: number
}

/** Users, passwords and sessions. Access is checked in `access.ts`, not here. */
export interface Accounts {
  /** `conflict` when the address is taken, `invalid_input` when it is none or the password is too short. */
  createUser(user: NewUser): Promise<{ readonly id: string }>
  findUser(email: string): Promise<AccountUser | undefined>
  /** Fails for a user who is a member of an organization. */
  removeUser(id: string): Promise<void>
  /** Removes two-factor authentication and passkeys and ends all sessions. Only for the operator of the machine. */
  resetSecondStep(id: string): Promise<SecondStepReset>
  /** For the reset link. Only a hash of the token is stored. */
  openPasswordReset(id: string): Promise<PasswordReset>
  /** Answers `/api/auth/*`. `clientAddress` is the peer as the server knows it, never a header the client chose. */
  handler(request: Request, clientAddress?: string): Promise<Response>
  /** Whose session the cookies are, if they are anybody's. */
  session(headers: Headers): Promise<{ readonly user: AccountUser } | undefined>
}
