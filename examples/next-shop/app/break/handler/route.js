export async function GET(request) {
  throw new Error(`the parcel service is away (${new URL(request.url).pathname})`)
}
