// Makes a part of what is drawn into a folder, then ends: `node build/draw-process.mjs ROOT FOLDER cutFonts|drawPictures`.
import { join } from 'node:path'
import sharp from 'sharp'
import { runnerImport } from 'vite'

// No picture is asked for twice.
sharp.cache(false)

const [root, folder, part] = process.argv.slice(2)
const { module } = await runnerImport(join(root, 'build/draw.ts'), { root, configFile: false, logLevel: 'error' })
await module[part](root, folder)
