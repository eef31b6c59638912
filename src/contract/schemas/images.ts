import { z } from 'zod'

/** imgbb's upload form (https://api.imgbb.com), which is supported only with a file. */
export const ImageUpload = z.object({ image: z.file('Image is required') })

export const ImageUploadReply = z.object({ success: z.boolean(), data: z.object({ url: z.string() }) })
