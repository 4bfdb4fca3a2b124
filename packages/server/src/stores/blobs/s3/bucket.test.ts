import { expect, it } from 'vitest'
import { readBucket } from './bucket.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'very-secret' }

it.each([
  ['s3://hindcast', {}, 'https://s3.us-east-1.amazonaws.com/hindcast', 'us-east-1', ''],
  [
    's3://hindcast/a/b/',
    { AWS_REGION: 'eu-west-3' },
    'https://s3.eu-west-3.amazonaws.com/hindcast',
    'eu-west-3',
    'a/b/',
  ],
  ['s3://h?endpoint=http://minio:9000/&region=x', { AWS_REGION: 'y' }, 'http://minio:9000/h', 'x', ''],
  [
    's3://h',
    { AWS_ENDPOINT_URL_S3: 'https://objects.example.com' },
    'https://objects.example.com/h',
    'us-east-1',
    '',
  ],
])('[BS7] reads %s', (url, env, address, region, prefix) => {
  expect(readBucket(url, { ...KEYS, ...env })).toEqual({
    address,
    region,
    prefix,
    keyId: 'id',
    key: 'very-secret',
  })
})

it.each([
  ['https://s3.example.com/hindcast', KEYS, /must be s3:\/\/BUCKET/],
  ['s3:', KEYS, /must be s3:\/\/BUCKET/],
  ['s3://id:very-secret@hindcast', KEYS, /must not have a key/],
  ['s3://hindcast?acl=public', KEYS, /unknown parameter “acl”/],
  ['s3://hindcast?endpoint=nowhere', KEYS, /not an address: nowhere/],
  ['s3://hindcast', { AWS_ACCESS_KEY_ID: 'id' }, /needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ['s3://hindcast', { ...KEYS, AWS_SESSION_TOKEN: 'very-secret' }, /keys that end are not supported/],
])('[BS7] refuses %s with a sentence that has no key', (url, env, sentence) => {
  expect(() => readBucket(url, env)).toThrow(sentence)
  expect(() => readBucket(url, env)).not.toThrow(/very-secret/)
})
