const DAY_MS = 86_400_000

/** Long enough for a holiday weekend, short enough that a link in an old chat opens nothing. */
export const INVITATION_MS = 7 * DAY_MS

/** Where the person who was invited goes; the secret is behind the hash, so that no server writes it into a log. */
export function invitationLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/join#${secret}`
}
