import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** The yardstick: a server that only drains and inflates the bodies it gets. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).length : body.length
    const answer = `{"bytes":${bytes}}`
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object')
    console.log(`listening on http://127.0.0.1:${address.port}`)
})
