import { REPORT_FIELD } from '#event/security-report.ts'
import type { JsonObject } from '#domain/json.ts'
import type { SecurityReport } from '#protocol/security-report.ts'
import type { Receipt } from '#spool/spool.ts'

/** The payload of an event about a browser's report: the report, and what the request knew besides. */
export function securityPayload(report: SecurityReport, receipt: Receipt): JsonObject {
  const userAgent = report.userAgent ?? receipt.userAgent
  const url = report.fields['document-uri']
  const seconds = (receipt.receivedAt - Math.max(report.age ?? 0, 0)) / 1000
  return {
    platform: 'other',
    level: 'error',
    timestamp: seconds,
    ...(receipt.environment !== undefined && { environment: receipt.environment }),
    ...(receipt.release !== undefined && { release: receipt.release }),
    request: {
      ...(typeof url === 'string' && { url }),
      ...(userAgent !== undefined && { headers: { 'User-Agent': userAgent } }),
    },
    [REPORT_FIELD]: { kind: report.kind, fields: report.fields },
  }
}
