/* Countries by the names that Google Ads Editor writes, and by others that people do. */
#include "import/file/countries.h"

struct country {
	const char *name;
	char code[3];
};

static const struct country countries[] = {
	/* clang-format off */
	{ "Afghanistan", "AF" }, { "Aland Islands", "AX" }, { "Albania", "AL" },
	{ "Algeria", "DZ" }, { "American Samoa", "AS" }, { "Andorra", "AD" }, { "Angola", "AO" },
	{ "Anguilla", "AI" }, { "Antarctica", "AQ" }, { "Antigua and Barbuda", "AG" },
	{ "Argentina", "AR" }, { "Armenia", "AM" }, { "Aruba", "AW" }, { "Australia", "AU" },
	{ "Austria", "AT" }, { "Azerbaijan", "AZ" }, { "Bahamas", "BS" }, { "Bahrain", "BH" },
	{ "Bangladesh", "BD" }, { "Barbados", "BB" }, { "Belarus", "BY" }, { "Belgium", "BE" },
	{ "Belize", "BZ" }, { "Benin", "BJ" }, { "Bermuda", "BM" }, { "Bhutan", "BT" },
	{ "Bolivia", "BO" }, { "Bosnia and Herzegovina", "BA" }, { "Botswana", "BW" },
	{ "Bouvet Island", "BV" }, { "Brazil", "BR" },
	{ "British Indian Ocean Territory", "IO" }, { "British Virgin Islands", "VG" },
	{ "Brunei", "BN" }, { "Bulgaria", "BG" }, { "Burkina Faso", "BF" }, { "Burundi", "BI" },
	{ "Cambodia", "KH" }, { "Cameroon", "CM" }, { "Canada", "CA" }, { "Cape Verde", "CV" },
	{ "Caribbean Netherlands", "BQ" }, { "Cayman Islands", "KY" },
	{ "Central African Republic", "CF" }, { "Chad", "TD" }, { "Chile", "CL" },
	{ "China", "CN" }, { "Christmas Island", "CX" }, { "Cocos (Keeling) Islands", "CC" },
	{ "Colombia", "CO" }, { "Comoros", "KM" }, { "Cook Islands", "CK" },
	{ "Costa Rica", "CR" }, { "Cote d'Ivoire", "CI" }, { "Croatia", "HR" }, { "Cuba", "CU" },
	{ "Curacao", "CW" }, { "Cyprus", "CY" }, { "Czech Republic", "CZ" }, { "Czechia", "CZ" },
	{ "Democratic Republic of the Congo", "CD" }, { "Denmark", "DK" },
	{ "Deutschland", "DE" }, { "Djibouti", "DJ" }, { "Dominica", "DM" },
	{ "Dominican Republic", "DO" }, { "East Timor", "TL" }, { "Ecuador", "EC" },
	{ "Egypt", "EG" }, { "El Salvador", "SV" }, { "Equatorial Guinea", "GQ" },
	{ "Eritrea", "ER" }, { "Estonia", "EE" }, { "Eswatini", "SZ" }, { "Ethiopia", "ET" },
	{ "Faroe Islands", "FO" }, { "Fiji", "FJ" }, { "Finland", "FI" }, { "France", "FR" },
	{ "French Guiana", "GF" }, { "French Polynesia", "PF" },
	{ "French Southern Territories", "TF" }, { "Gabon", "GA" }, { "Gambia", "GM" },
	{ "Georgia", "GE" }, { "Germany", "DE" }, { "Ghana", "GH" }, { "Gibraltar", "GI" },
	{ "Great Britain", "GB" }, { "Greece", "GR" }, { "Greenland", "GL" },
	{ "Grenada", "GD" }, { "Guadeloupe", "GP" }, { "Guam", "GU" }, { "Guatemala", "GT" },
	{ "Guernsey", "GG" }, { "Guinea", "GN" }, { "Guinea-Bissau", "GW" }, { "Guyana", "GY" },
	{ "Haiti", "HT" }, { "Heard Island and McDonald Islands", "HM" }, { "Holland", "NL" },
	{ "Honduras", "HN" }, { "Hong Kong", "HK" }, { "Hungary", "HU" }, { "Iceland", "IS" },
	{ "India", "IN" }, { "Indonesia", "ID" }, { "Iran", "IR" }, { "Iraq", "IQ" },
	{ "Ireland", "IE" }, { "Isle of Man", "IM" }, { "Israel", "IL" }, { "Italy", "IT" },
	{ "Ivory Coast", "CI" }, { "Jamaica", "JM" }, { "Japan", "JP" }, { "Jersey", "JE" },
	{ "Jordan", "JO" }, { "Kazakhstan", "KZ" }, { "Kenya", "KE" }, { "Kiribati", "KI" },
	{ "Korea, South", "KR" }, { "Kuwait", "KW" }, { "Kyrgyzstan", "KG" }, { "Laos", "LA" },
	{ "Latvia", "LV" }, { "Lebanon", "LB" }, { "Lesotho", "LS" }, { "Liberia", "LR" },
	{ "Libya", "LY" }, { "Liechtenstein", "LI" }, { "Lithuania", "LT" },
	{ "Luxembourg", "LU" }, { "Macao", "MO" }, { "Macau", "MO" }, { "Madagascar", "MG" },
	{ "Malawi", "MW" }, { "Malaysia", "MY" }, { "Maldives", "MV" }, { "Mali", "ML" },
	{ "Malta", "MT" }, { "Marshall Islands", "MH" }, { "Martinique", "MQ" },
	{ "Mauritania", "MR" }, { "Mauritius", "MU" }, { "Mayotte", "YT" }, { "Mexico", "MX" },
	{ "Micronesia", "FM" }, { "Moldova", "MD" }, { "Monaco", "MC" }, { "Mongolia", "MN" },
	{ "Montenegro", "ME" }, { "Montserrat", "MS" }, { "Morocco", "MA" },
	{ "Mozambique", "MZ" }, { "Myanmar", "MM" }, { "Myanmar (Burma)", "MM" },
	{ "Namibia", "NA" }, { "Nauru", "NR" }, { "Nepal", "NP" }, { "Netherlands", "NL" },
	{ "New Caledonia", "NC" }, { "New Zealand", "NZ" }, { "Nicaragua", "NI" },
	{ "Niger", "NE" }, { "Nigeria", "NG" }, { "Niue", "NU" }, { "Norfolk Island", "NF" },
	{ "North Korea", "KP" }, { "North Macedonia", "MK" },
	{ "Northern Mariana Islands", "MP" }, { "Norway", "NO" }, { "Oman", "OM" },
	{ "Pakistan", "PK" }, { "Palau", "PW" }, { "Palestine", "PS" }, { "Panama", "PA" },
	{ "Papua New Guinea", "PG" }, { "Paraguay", "PY" }, { "Peru", "PE" },
	{ "Philippines", "PH" }, { "Pitcairn Islands", "PN" }, { "Poland", "PL" },
	{ "Portugal", "PT" }, { "Puerto Rico", "PR" }, { "Qatar", "QA" },
	{ "Republic of the Congo", "CG" }, { "Reunion", "RE" }, { "Romania", "RO" },
	{ "Russia", "RU" }, { "Rwanda", "RW" }, { "Saint Barthelemy", "BL" },
	{ "Saint Helena", "SH" }, { "Saint Kitts and Nevis", "KN" }, { "Saint Lucia", "LC" },
	{ "Saint Martin", "MF" }, { "Saint Pierre and Miquelon", "PM" },
	{ "Saint Vincent and the Grenadines", "VC" }, { "Samoa", "WS" }, { "San Marino", "SM" },
	{ "Sao Tome and Principe", "ST" }, { "Saudi Arabia", "SA" }, { "Senegal", "SN" },
	{ "Serbia", "RS" }, { "Seychelles", "SC" }, { "Sierra Leone", "SL" },
	{ "Singapore", "SG" }, { "Sint Maarten", "SX" }, { "Slovakia", "SK" },
	{ "Slovenia", "SI" }, { "Solomon Islands", "SB" }, { "Somalia", "SO" },
	{ "South Africa", "ZA" }, { "South Georgia and the South Sandwich Islands", "GS" },
	{ "South Korea", "KR" }, { "South Sudan", "SS" }, { "Spain", "ES" },
	{ "Sri Lanka", "LK" }, { "Sudan", "SD" }, { "Suriname", "SR" },
	{ "Svalbard and Jan Mayen", "SJ" }, { "Swaziland", "SZ" }, { "Sweden", "SE" },
	{ "Switzerland", "CH" }, { "Syria", "SY" }, { "Taiwan", "TW" }, { "Tajikistan", "TJ" },
	{ "Tanzania", "TZ" }, { "Thailand", "TH" }, { "The Bahamas", "BS" },
	{ "The Gambia", "GM" }, { "The Netherlands", "NL" }, { "Timor-Leste", "TL" },
	{ "Togo", "TG" }, { "Tokelau", "TK" }, { "Tonga", "TO" },
	{ "Trinidad and Tobago", "TT" }, { "Tunisia", "TN" }, { "Turkey", "TR" },
	{ "Turkiye", "TR" }, { "Turkmenistan", "TM" }, { "Turks and Caicos Islands", "TC" },
	{ "Tuvalu", "TV" }, { "U.S. Virgin Islands", "VI" }, { "UK", "GB" }, { "USA", "US" },
	{ "Uganda", "UG" }, { "Ukraine", "UA" }, { "United Arab Emirates", "AE" },
	{ "United Kingdom", "GB" }, { "United States", "US" },
	{ "United States Minor Outlying Islands", "UM" }, { "United States of America", "US" },
	{ "Uruguay", "UY" }, { "Uzbekistan", "UZ" }, { "Vanuatu", "VU" },
	{ "Vatican City", "VA" }, { "Venezuela", "VE" }, { "Vietnam", "VN" },
	{ "Wallis and Futuna", "WF" }, { "Western Sahara", "EH" }, { "Yemen", "YE" },
	{ "Zambia", "ZM" }, { "Zimbabwe", "ZW" },
	/* clang-format on */
};

static bool countries_same(struct ad_str a, const char *b)
{
	size_t i = 0;

	for (; i < a.n && b[i]; i++) {
		char x = a.p[i], y = b[i];
		x = x >= 'A' && x <= 'Z' ? (char)(x + 32) : x;
		y = y >= 'A' && y <= 'Z' ? (char)(y + 32) : y;
		if (x != y)
			return false;
	}
	return i == a.n && !b[i];
}

const char *ad_country_code(struct ad_str name)
{
	for (size_t i = 0; i < AD_LEN(countries); i++)
		if (countries_same(name, countries[i].name) ||
		    countries_same(name, countries[i].code))
			return countries[i].code;
	return NULL;
}
