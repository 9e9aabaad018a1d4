# venv_ready NAME FILE [ALONE]: a virtual environment build-tools/NAME with what the requirements
# FILE names, from PyPI; sets $venv. What ALONE names comes without what it asks for in its turn.
# Made again where a file has changed.
venv_ready() {
	venv=$root/build-tools/$1
	mkdir -p "$root/build-tools"
	exec 9>"$venv.lock" # another stage may be at it
	flock 9
	if ! cat "$2" ${3:+"$3"} | cmp -s - "$venv/.installed"; then
		rm -rf "$venv"
		/usr/bin/python3 -m venv "$venv"
		"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$2"
		[ -z "${3:-}" ] ||
			"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$3"
		cat "$2" ${3:+"$3"} >"$venv/.installed"
	fi
	exec 9>&-
}
