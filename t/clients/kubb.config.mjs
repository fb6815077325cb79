// kubb.config.mjs: the settings of kubb, which takes them from a file only. A client's functions give the status, too.
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: '.', input: { path: './3.1.json' }, output: { path: './made/kubb', format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', dataReturnType: 'full' })],
});
