// Fakes of the services outside the shop: Stripe, an S3 bucket, a mail server and a provider of OpenID Connect.
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import S3rver from 's3rver'
import { SMTPServer } from 'smtp-server'
import { oidcClient, startOidcServer } from './oidc-server.ts'
import { startPaymentApi } from './payment-api.ts'

export interface ServicePorts {
  payments: number
  images: number
  smtp: number
  oidc: number
  /** Serves the received mails as JSON. */
  mails: number
}

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_journeys',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_journeys',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_journeys',
}

/** The settings of a shop that runs on these services. */
export const toServiceSettings = (ports: ServicePorts) => ({
  ...stripe,
  STRIPE_API_ORIGIN: `http://127.0.0.1:${ports.payments}`,
  S3_ENDPOINT: `http://127.0.0.1:${ports.images}`,
  S3_BUCKET: 'images',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
  MAIL_FROM: 'shop@example.com',
  OIDC_ISSUER: `http://127.0.0.1:${ports.oidc}`,
  OIDC_CLIENT_ID: oidcClient.clientId,
  OIDC_CLIENT_SECRET: oidcClient.clientSecret,
  OIDC_NAME: 'Acme Works',
})

export async function startServices(ports: ServicePorts, shop: string): Promise<void> {
  await startPaymentApi({
    port: ports.payments,
    secretKey: stripe.STRIPE_SECRET_KEY,
    publishableKey: stripe.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
    webhookUrl: `${shop}/api/webhooks/payments`,
  })
  const directory = mkdtempSync(join(tmpdir(), 'ironmonger-images-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'images' }] })
  await s3.configureBuckets()
  createServer(s3.callback()).listen(ports.images, '127.0.0.1')
  await startOidcServer(`http://127.0.0.1:${ports.oidc}`, shop)
  receiveMail(ports)
}

function receiveMail(ports: ServicePorts): void {
  const received: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    async onData(stream, { envelope }, done) {
      const text = Buffer.concat(await stream.toArray()).toString()
      received.push({ to: envelope.rcptTo.map(each => each.address), text })
      done()
    },
  })
  server.listen(ports.smtp, '127.0.0.1')
  const app = new Hono()
  app.get('/:to', context => context.json(received.filter(mail => mail.to.includes(context.req.param('to')))))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: ports.mails })
}

if (import.meta.main) {
  const { SERVICES = '{}', SHOP = '' } = process.env
  await startServices(JSON.parse(SERVICES), SHOP)
}
