/* Made by tests/support/jose_vectors.mjs; the keys are for nothing else. */
#ifndef TESTS_JOSE_VECTORS_H
#define TESTS_JOSE_VECTORS_H

/* clang-format off */
#define JOSE_EC \
	"{\"kty\":\"EC\",\"x\":\"ZZhFaLWTgiR9oRdMekGez3tC7RSCJW0HufUPEuAuYEg\",\"y\":\"Xop97PtyC" \
	"2vP8nCJrU2Qs-Wf4aWQtdfwuAvxX9uP0zU\",\"crv\":\"P-256\"}"
#define JOSE_EC_PRIVATE \
	"{\"kty\":\"EC\",\"x\":\"ZZhFaLWTgiR9oRdMekGez3tC7RSCJW0HufUPEuAuYEg\",\"y\":\"Xop97PtyC" \
	"2vP8nCJrU2Qs-Wf4aWQtdfwuAvxX9uP0zU\",\"crv\":\"P-256\",\"d\":\"E73i78qwBrv1JEEeJnhUv" \
	"_P2LefHHa4lEAUMIiSDKwo\"}"
#define JOSE_EC_THUMBPRINT \
	"guWNw2W06KrTcaWT-cW3z1jH1T83Iz0bB3MNIKPjTNM"
#define JOSE_RSA \
	"{\"kty\":\"RSA\",\"n\":\"zVptwCUU24yNdMbyH17bvzj8btVkD3HYYWL_dpI0VL-DMZbSsDS9wTuA0Y" \
	"NwBE7HHItppmaq5i3bmnJfn9APhOoRXES-AqOttxJpx3f-YOQDami5iS-ghTkPVUH24JgjE5P3ZK" \
	"cJRuUMJ8BGaMXrPFYFONHDYYuAoh7GFtGg84960hesQvf_vwAuEjJjs4Pl4pysOOj4udrhfBLqmN" \
	"sQChDYcSLUuAvoCt_UnptoVnBNQUSjVVq9OupORJ01ebpv36OaP8vGRJtdyiNdFYDSZwA74UMvQW" \
	"gVv8-CKHC1-H4GtTX6LB1wDrKmdxzjMn8eKmJwH2eTIttDpiXwzq599w\",\"e\":\"AQAB\"}"
#define JOSE_RSA_PRIVATE \
	"{\"kty\":\"RSA\",\"n\":\"zVptwCUU24yNdMbyH17bvzj8btVkD3HYYWL_dpI0VL-DMZbSsDS9wTuA0Y" \
	"NwBE7HHItppmaq5i3bmnJfn9APhOoRXES-AqOttxJpx3f-YOQDami5iS-ghTkPVUH24JgjE5P3ZK" \
	"cJRuUMJ8BGaMXrPFYFONHDYYuAoh7GFtGg84960hesQvf_vwAuEjJjs4Pl4pysOOj4udrhfBLqmN" \
	"sQChDYcSLUuAvoCt_UnptoVnBNQUSjVVq9OupORJ01ebpv36OaP8vGRJtdyiNdFYDSZwA74UMvQW" \
	"gVv8-CKHC1-H4GtTX6LB1wDrKmdxzjMn8eKmJwH2eTIttDpiXwzq599w\",\"e\":\"AQAB\",\"d\":\"He" \
	"-65DIDsmXxET8XeP9JJb1W_4lYRvAfzUKzX0O9IUWyCH6mRE3MA-l6xBBXOimJ2V1xj3KUI243_3" \
	"IBArlAKe49jafv006tOm0SwqN5kAJthQuzUI6C5ikFVTaCmQdUxbviauf28EDf3sOnAAsqWedoZ3" \
	"oc85F0tS2rTxRMVHUpGn05Y0cq3zhzlNmO7FeQXU-jQEEaYRvXSTYQnSpnJPKSHI4ihvxmt71iF2" \
	"ZlB9lcYNxI5hAuimbL7Ou0Dwxgu3uKEitLZimSVpHE6WGLhd-H7w3oI5imd2680VgXLaiUYjr5KR" \
	"9cCTwcosuzS8VBk2_5GqgrT70aJk9xyDWqUQ\",\"p\":\"-_m02hLY3yEUONMbgns4fw7mxVCSZ8YYr" \
	"fzkTmXCB-Y3ySeweRRcEEDdtQZrHLWTb7RQ7DomqwP4fb3fwAf73lsmby-iwxf8I_k-b06Ym0atY" \
	"BV_lMYYPZeiJlYdBO1absFhBsz_-Fq7f6KjTm6R2XGnrIIvWRdn-wn3oQiNMiU\",\"q\":\"0KIXJ7R" \
	"QQ_nYzgmFtdCH8Ie4PrDqnmXK30dOEn5dWdQqwZrKN31YVpRcpEM8PAbxAlxvaF-AeXeXj15KG0k" \
	"chI1uY6l_oCeBQWwI5tVByzYbSnGhOF8aMu-26vVnc8v2eDSV_6QgD_18s6P3g_PEnG4XMUvV8Xx" \
	"191RhipJSvus\",\"dp\":\"u6QEjbEjV2YmzPpIri5csCHEsIODw0u97TM6QTd9-qvyNxYbUM9cj63-" \
	"bGRPN53wIWtCJ-hWC1x1nA3dpf9MDRYL1RjAOFCQL6nYWMNK2bcUPU1FKOEsBBH7alkOWzD1-yx-" \
	"uLXImIXYwv-2ZR3p9uewWcLIx6uqf0O46G6Z1xE\",\"dq\":\"csxNy2YXKGAo4K4yqalVs48qXSyB3" \
	"KiMKbGVju2DNjNdV2xxynipC_LUyvnIAgubv73W-2pZSfz5I0Uxp7PiAjnEPQh-FkTGhZYJi-JaM" \
	"pPSDnNZz6fcxZxLXRutUfUv6FKfGqxXjBTh8gLN5ghS7fRRxKlCzn66dl4y0cnTyAM\",\"qi\":\"9F" \
	"PJzTK4T-rQdzQ_Kx6mjQHYJV185-UDoA90mEo4qAyDdUzrRVXEiqkp3MCL6I5QJtOQ0xbAZqPZqm" \
	"_ZtQH0MPBs7X0GwTRMHhxEyuRUVieagWuckoDL3clMcGjMP2Q3nK4FB5uLem_Malaf-vhPhBz_Ac" \
	"pMKigoxaEOv4r72uo\"}"
#define JOSE_RSA_THUMBPRINT \
	"gCzUi4yntIVu2hitcHknOL-bLFtn_ebCAIRTF3d1WMw"
#define JOSE_ED \
	"{\"crv\":\"Ed25519\",\"x\":\"2f6F3OcTYaSH_4prvZ6GIuKugBYOEbtEuXxwBPfeOTg\",\"kty\":\"OK" \
	"P\"}"
#define JOSE_P384 \
	"{\"kty\":\"EC\",\"x\":\"_D2wD8kwa1JK39EKqRCdd_2DAJRvTXjT2_5JYpFhMvxDRrBnWpnt4uIU636" \
	"GmJZU\",\"y\":\"Os7U_C-dRN3tce1nxy5YYR_Zoi4KRv2QPJu7wDRamaU6XhnIHNpwFjIktMhrIKbH" \
	"\",\"crv\":\"P-384\"}"
#define JOSE_RSA_1024 \
	"{\"kty\":\"RSA\",\"n\":\"zWzNQeQjA3SJx9xUDlgi_KyU3gscK8uzbPSgFodXRidbmjdkUkwBZPumKs" \
	"geB6h7DZ_zgJ2SQLh9UBWXQMeYyi25dUD3bL2TG9I7RcbKJsetiQmyZjcCWh2n51Ir0xFlkXa1Rx" \
	"nnMEIceYbsaoS0rKIgBD_Df7nKuPML9Kc6rcM\",\"e\":\"AQAB\"}"
#define JOSE_ES256 \
	"eyJhbGciOiJFUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiSldUIn0.eyJpc3MiOiJjbGlfMSIsInN1" \
	"YiI6ImNsaV8xIiwianRpIjoib25lIiwiaWF0IjoxNzk1MjYyNDAwLCJleHAiOjE3OTUyNjI3MDB9" \
	".sMXgMBvKsQdKuOmeu4JRLnejpNkd7JAfgrB9AUj2l1LiFa_lz_SR0tXtz-ngwOPENSh9xG1w8vV" \
	"ELIBuB1q9bQ"
#define JOSE_RS256 \
	"eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiSldUIn0.eyJpc3MiOiJjbGlfMSIsInN1" \
	"YiI6ImNsaV8xIiwianRpIjoib25lIiwiaWF0IjoxNzk1MjYyNDAwLCJleHAiOjE3OTUyNjI3MDB9" \
	".llrx_slb1A_NfGFDnoCpthq-2HILCiqoLXCFcRzlnOnr4H0J2kAliSQtzx39sGguQM0ZvK4yWPX" \
	"OWZ6vOjfUMFIa__zIPdZV11fay4ZpHDF8pe2tRnn49GncVCCnrh2O9MWAWhEGy5pQPm6YkuVbK1j" \
	"568ntnZ3bW9rDxVjgp2UFytMjHUbryKin9Vb9dWVdjEonsM8TY8aNaBDnXKiFkiceS1Hzn9UrMNz" \
	"-tguC40cRCTIbTZ4gxpFGFOsayp4z6ZKLCVkpBu4JJ0-GfvIAbX2fS88ErNWmZZyVWDzH0qJWyJ2" \
	"RHpvx14T8j2rVoeQ9E268pDO5pLWcnPNcNNS9Sw"
#define JOSE_HS256 \
	"eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiSldUIn0.eyJpc3MiOiJjbGlfMSIsInN1" \
	"YiI6ImNsaV8xIiwianRpIjoib25lIiwiaWF0IjoxNzk1MjYyNDAwLCJleHAiOjE3OTUyNjI3MDB9" \
	"._Wv7iuqG8pcGfeRPCQb6OoDZyvdPsg_eF8RT7rZXMWo"
#define JOSE_EDDSA \
	"eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIiwidHlwIjoiSldUIn0.eyJpc3MiOiJjbGlfMSIsInN1" \
	"YiI6ImNsaV8xIiwianRpIjoib25lIiwiaWF0IjoxNzk1MjYyNDAwLCJleHAiOjE3OTUyNjI3MDB9" \
	".R5QIDwOTZTHs0z93RAJMQZ6GVVvucis_0h3l7zSeV08g0qtBLEtQAk_egr-EsyQlWVRCFd03Jtu" \
	"QR7AUN2irCw"
#define JOSE_ES384 \
	"eyJhbGciOiJFUzM4NCIsImtpZCI6ImsxIiwidHlwIjoiSldUIn0.eyJpc3MiOiJjbGlfMSIsInN1" \
	"YiI6ImNsaV8xIiwianRpIjoib25lIiwiaWF0IjoxNzk1MjYyNDAwLCJleHAiOjE3OTUyNjI3MDB9" \
	".c82fx1lcMhFfguOvNao_qgbV6dxMNLBYU-3wODtQOYJHVaUwae0AhUmQZOvjHhwA4t7FKhPYg0W" \
	"4cwLkw6AIjabd6hTWgCdsu3jw0_EKo3d5IBohx2X-h0i5MB12Qe43"
#define JOSE_PROOF \
	"eyJhbGciOiJFUzI1NiIsInR5cCI6ImRwb3Arand0IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Ilpa" \
	"aEZhTFdUZ2lSOW9SZE1la0dlejN0QzdSU0NKVzBIdWZVUEV1QXVZRWciLCJ5IjoiWG9wOTdQdHlD" \
	"MnZQOG5DSnJVMlFzLVdmNGFXUXRkZnd1QXZ4WDl1UDB6VSIsImNydiI6IlAtMjU2In19.eyJpc3M" \
	"iOiJjbGlfMSIsInN1YiI6ImNsaV8xIiwianRpIjoib25lIiwiaWF0IjoxNzk1MjYyNDAwLCJleHA" \
	"iOjE3OTUyNjI3MDB9.HLbUq9JngqC-41RwgA3tjtGa5vg6j4nMEp99iYTNznnp6zKeS5CM5pYWGa" \
	"Hi6U7Wfgszbd5jbMEEuMYj-eaV7A"
/* clang-format on */

#endif
