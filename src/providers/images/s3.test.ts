import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { test } from 'node:test'
import {
  assertNoSecretLogged,
  createImage,
  largestWebpSuffix,
  lines,
  log,
  openS3,
  s3Keys,
  sendReply,
  withRequestListener,
} from '#test/images/image-hosts.ts'
import { assertRefused } from '#test/open-shop.ts'
import { createS3Images } from './s3.ts'

const s3 = await openS3()

test('S3: transient failures are retried once, others are not', async () => {
  const { images, server } = s3
  const usual = server.answer
  const failures: readonly [answer: RequestListener, requests: number, isStored: boolean][] = [
    [(_, response) => sendReply(response, 503, ''), 2, true],
    [(_, response) => sendReply(response, 500, ''), 2, true],
    [(_, response) => sendReply(response, 429, ''), 2, true],
    [request => request.socket.destroy(), 2, true],
    [(_, response) => sendReply(response, 403, ''), 1, false],
    [(_, response) => sendReply(response, 404, ''), 1, false],
  ]
  for (const [once, count, isStored] of failures) {
    let first = true
    const answer: RequestListener = (request, response) => {
      const chosen = first ? once : usual
      first = false
      chosen(request, response)
    }
    const { requests } = await withRequestListener(server, answer, async () => {
      const keeping = images.store(createImage([largestWebpSuffix]))
      await (isStored ? keeping : assertRefused(keeping, 'images_unavailable'))
    })
    assert.equal(requests.length, count)
  }
})

test('S3: the log has the host’s error code', async () => {
  const { server } = s3
  const options = { ...s3Keys, endpoint: server.origin, bucket: 'images', publicUrl: server.origin, log }
  const wrong = [
    [{ bucket: 'absent' }, 'S3 answered 404 NoSuchBucket'],
    [{ accessKeyId: 'unknown' }, 'S3 answered 403 InvalidAccessKeyId'],
  ] as const
  for (const [change, message] of wrong) {
    await assertRefused(
      createS3Images({ ...options, ...change }).store(createImage([largestWebpSuffix])),
      'images_unavailable',
    )
    assert.equal(JSON.parse(lines.at(-1) ?? '').error.message, message)
  }
})

interface Signed {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

const hashSha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const signHmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Signature Version 4: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function computeSignature({ method, path, headers }: Signed, secret: string): string {
  const parts = /Credential=[^/]+\/(([^,/]+)\/([^,/]+)\/([^,/]+)\/aws4_request), ?SignedHeaders=([^,]+)/
  const [, scope = '', date = '', region = '', service = '', names = ''] = parts.exec(headers.authorization ?? '') ?? []
  const values = names.split(';').map(name => `${name}:${headers[name]}\n`)
  const request = [method, path, '', values.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(signHmac, `AWS4${secret}`)
  return signHmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashSha256(request)].join('\n')).toString(
    'hex',
  )
}

test('S3: each file is signed with its bytes and headers by Signature Version 4', async () => {
  const published = {
    method: 'PUT',
    path: '/test%24file.text',
    headers: {
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=…',
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': hashSha256('Welcome to Amazon S3.'),
      'x-amz-date': '20130524T000000Z',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
  }
  const expected = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'
  assert.equal(computeSignature(published, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'), expected)

  const { images, server } = s3
  const image = createImage()
  const { requests } = await withRequestListener(server, server.answer, async () => void (await images.store(image)))
  assert.equal(requests.length, image.files.size)
  for (const { method = '', url: path = '', headers } of requests) {
    const [, scope, names, signature] =
      /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/([^,]+), SignedHeaders=([^,]+), Signature=(.+)$/.exec(
        headers.authorization ?? '',
      ) ?? []
    assert.equal(scope, 'us-east-1/s3/aws4_request')
    assert.equal(names, 'cache-control;content-type;host;x-amz-content-sha256;x-amz-date')
    assert.equal(headers['x-amz-content-sha256'], hashSha256(image.files.get(path.slice(-9)) ?? ''))
    assert.equal(signature, computeSignature({ method, path, headers }, s3Keys.secretAccessKey))
    assert.notEqual(signature, computeSignature({ method, path, headers }, 'another'))
  }
})

test('S3: the region is the configured one, that of the endpoint, or us-east-1', async () => {
  const regions = [
    ['https://s3.eu-central-1.amazonaws.com', undefined, 'eu-central-1'],
    ['https://s3.amazonaws.com', undefined, 'us-east-1'],
    ['https://0123.r2.cloudflarestorage.com', undefined, 'auto'],
    ['https://s3.us-west-004.backblazeb2.com', undefined, 'us-west-004'],
    ['https://minio.example:9000', undefined, 'us-east-1'],
    ['https://s3.fr-par.scw.cloud', 'fr-par', 'fr-par'],
  ] as const
  for (const [endpoint, region, signed] of regions) {
    const seen: string[] = []
    const request = async (input: string | URL | Request) => {
      if (input instanceof Request) seen.push(input.headers.get('authorization') ?? '')
      return new Response()
    }
    const options = { ...s3Keys, endpoint, region, bucket: 'images', publicUrl: endpoint, log, fetch: request }
    await createS3Images(options).store(createImage([largestWebpSuffix]))
    assert.match(seen.join(), new RegExp(`^AWS4-HMAC-SHA256 Credential=S3RVER/\\d{8}/${signed}/s3/aws4_request,`))
  }
})

test('the log has no secret', assertNoSecretLogged)
