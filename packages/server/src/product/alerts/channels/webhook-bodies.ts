import { createHmac } from 'node:crypto'
import type { Delivery, Notification, NotifiedSubject } from '#domain/alerts/notification.ts'
import { headline, moreText, nameOf, oneLine } from './headline.ts'

/** The format of Slack-compatible webhooks: text, and links in angle brackets. */
export function slackBody(notification: Notification): string {
  const { sentence, subjects, more, links } = notification
  const lines = [
    `*${forSlack(headline(notification))}*`,
    ...subjects.map(
      (subject) => `• <${subject.url}|${forSlack(oneLine(nameOf(subject)))}>: ${forSlack(subject.reason)}`,
    ),
    ...(more > 0 ? [moreText(notification)] : []),
    `_${forSlack(sentence)}_ <${links.mute}|Mute> · <${links.tune}|Change>`,
  ]
  return JSON.stringify({ text: lines.join('\n') })
}

/** Also prevents `<!channel>` in an error title from notifying the whole channel. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const DISCORD_CHARS = 4000

export function discordBody(notification: Notification): string {
  const { sentence, subjects, more, links } = notification
  const lines = [
    ...subjects.map((subject) => `• ${discordLink(subject)}: ${forDiscord(subject.reason)}`),
    ...(more > 0 ? [moreText(notification)] : []),
    `*${forDiscord(sentence)}* [Mute](${links.mute}) · [Change](${links.tune})`,
  ]
  return JSON.stringify({
    username: 'Hindcast',
    // Event data must not trigger mentions.
    allowed_mentions: { parse: [] },
    embeds: [{ title: headline(notification).slice(0, 250), description: fitting(lines) }],
  })
}

/** Whole lines only: half a link shows its address. The last line, how to stop this, is always there. */
function fitting(lines: readonly string[]): string {
  const last = lines.at(-1)!
  const kept: string[] = []
  let chars = last.length
  for (const line of lines.slice(0, -1)) {
    chars += line.length + 1
    if (chars > DISCORD_CHARS) break
    kept.push(line)
  }
  return [...kept, last].join('\n')
}

function discordLink(subject: NotifiedSubject): string {
  return `[${forDiscord(oneLine(nameOf(subject)))}](${subject.url})`
}

function forDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|>[\]()#-]/g, String.raw`\$&`)
}

/** For programs: everything as it is. */
export function webhookBody({ id, notification }: Pick<Delivery, 'id' | 'notification'>): string {
  const { kind, at, sentence, subjects, more, links } = notification
  return JSON.stringify({
    id,
    kind,
    at: new Date(at).toISOString(),
    headline: headline(notification),
    sentence,
    subjects: subjects.map(({ at: foundAt, project, url, reason, issue }) => ({
      at: new Date(foundAt).toISOString(),
      project,
      url,
      reason,
      issue: issue ?? null,
    })),
    more,
    links,
  })
}

/** `t=1750000000,v1=<hex>`: HMAC-SHA256 over the seconds, a dot and the body, so that an old message cannot be sent again. */
export function signature(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
