import { z } from 'zod'
import { optionalSetting } from './schema-parts.ts'

/** Credentials, query and fragment are refused: browsers see the URL, and paths and a key are appended to it. */
const plainUrl = /^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w.~-]+)*\/?$/
const urlSetting = (example: string) =>
  z
    .string()
    .refine(text => plainUrl.test(text) && URL.canParse(text), `must be a URL like ${example}`)
    .transform(text => text.replace(/\/$/, ''))
const key = z.string().regex(/^[!-~]+$/, 'must be without spaces')

export const ImageSettings = z.object({
  S3_ENDPOINT: optionalSetting(urlSetting('https://s3.eu-central-1.amazonaws.com')),
  S3_BUCKET: optionalSetting(z.string().regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket')),
  S3_REGION: optionalSetting(z.string().regex(/^[a-z\d-]+$/, 'must be a region like eu-central-1')),
  S3_ACCESS_KEY_ID: optionalSetting(key),
  S3_SECRET_ACCESS_KEY: optionalSetting(key),
  S3_PUBLIC_URL: optionalSetting(urlSetting('https://images.shop.example')),
  IMGBB_KEY: optionalSetting(z.string().regex(/^\w+$/, 'must be letters and digits')),
  IMGBB_ENDPOINT: optionalSetting(urlSetting('https://api.imgbb.com/1/upload')),
})

type ImageSettings = z.output<typeof ImageSettings>

const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const s3Optional = ['S3_REGION', 'S3_PUBLIC_URL'] as const
const imgbb = ['IMGBB_KEY', 'IMGBB_ENDPOINT'] as const

const hasAny = (env: ImageSettings, settings: readonly (keyof ImageSettings)[]) => settings.some(name => env[name])

export const usesRemoteImageHost = (env: ImageSettings) => hasAny(env, [...s3, ...s3Optional, ...imgbb])

export function findImageProblems(env: ImageSettings): string[] {
  const problems: string[] = []
  const [usesS3, usesImgbb] = [hasAny(env, [...s3, ...s3Optional]), hasAny(env, imgbb)]
  const missing = s3.filter(name => env[name] === undefined)
  if (usesS3 && missing.length > 0) problems.push(`Images in S3 also need ${missing.join(', ')}.`)
  if (usesImgbb && !env.IMGBB_KEY) problems.push('Images on imgbb also need IMGBB_KEY.')
  if (usesS3 && usesImgbb) problems.push('Images go to S3 or to imgbb: unset the settings of one of them.')
  return problems
}

export function parseImageHost(env: ImageSettings) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = env
  const { S3_SECRET_ACCESS_KEY: secretAccessKey, S3_PUBLIC_URL: publicUrl = `${endpoint}/${bucket}` } = env
  const { IMGBB_KEY: key, IMGBB_ENDPOINT: uploadUrl = 'https://api.imgbb.com/1/upload' } = env
  return {
    s3:
      endpoint && bucket && accessKeyId && secretAccessKey
        ? { endpoint, bucket, region: env.S3_REGION, accessKeyId, secretAccessKey, publicUrl }
        : undefined,
    imgbb: key ? { key, endpoint: uploadUrl } : undefined,
  }
}
