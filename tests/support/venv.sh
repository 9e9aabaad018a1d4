# venv_ready NAME FILE: a virtual environment build-tools/NAME with what the requirements FILE
# names, from PyPI; sets $venv. Made again where the file has changed.
venv_ready() {
	venv=$root/build-tools/$1
	mkdir -p "$root/build-tools"
	exec 9>"$venv.lock" # another stage may be at it
	flock 9
	if ! cmp -s "$2" "$venv/.installed"; then
		rm -rf "$venv"
		/usr/bin/python3 -m venv "$venv"
		"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$2"
		cp "$2" "$venv/.installed"
	fi
	exec 9>&-
}
