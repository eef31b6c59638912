import { z } from 'zod'

/** The form that imgbb takes (https://api.imgbb.com), with a file as the only way to give the picture. */
export const ImageUpload = z.object({ image: z.file('Image is required') })

/** As much of imgbb's reply as its callers use. */
export const ImageUploadReply = z.object({ success: z.boolean(), data: z.object({ url: z.string() }) })
