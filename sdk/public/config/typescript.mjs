/* hey-api/openapi-ts: types and functions over fetch. Paths are given by sdk/public/build.sh. */
export default {
	input: process.env.SDK_DESCRIPTION,
	output: { path: process.env.SDK_OUT + '/typescript', clean: true, module: { extension: '.js' } },
	plugins: ['@hey-api/client-fetch', '@hey-api/typescript', { name: '@hey-api/sdk', operations: { strategy: 'flat' } }],
};
