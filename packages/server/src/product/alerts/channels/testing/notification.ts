import type { Notification } from '#domain/alerts/notification.ts'

export function aNotification(over: Partial<Notification> = {}): Notification {
  return {
    kind: 'alert',
    at: Date.UTC(2026, 10, 15, 1, 25, 30),
    sentence: 'When a new issue appears for web notify #errors at most once every hour.',
    subjects: [
      {
        at: Date.UTC(2026, 10, 15, 1, 25),
        project: 'web',
        url: 'https://hindcast.example/issues/1',
        reason: 'new issue',
        issue: {
          id: '1',
          shortId: 'WEB-1',
          title: 'TypeError: <!channel> a & b',
          culprit: 'checkout',
          level: 'error',
        },
      },
    ],
    more: 12,
    links: { mute: 'https://hindcast.example/alerts/1?mute=1', tune: 'https://hindcast.example/alerts/1' },
    ...over,
  }
}
