"""A software bill of materials (SPDX 2.3, JSON) of a release.

sbom.py write BUILD TARBALL    writes TARBALL.spdx.json beside the tarball
sbom.py check DOCUMENT SOURCE  checks the required fields, and that each dependency named in a
                               meson.build below SOURCE is in the document

The document depends on nothing but the tarball, the build's libraries and the date of the commit
(SOURCE_DATE_EPOCH is used instead, where it is set): the same release gives the same bytes.
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.parse

# Package, licence (SPDX), Debian's development package, and its names in meson.build. One row for
# each project: libcrypto and libssl are both OpenSSL's. Licences are those of Debian's copyright files.
LIBRARIES = [
    ("libmicrohttpd", "LGPL-2.1-or-later", "libmicrohttpd-dev", ("libmicrohttpd",)),
    ("cjson", "MIT", "libcjson-dev", ("libcjson",)),
    ("sqlite", "blessing", "libsqlite3-dev", ("sqlite3",)),
    ("openssl", "Apache-2.0", "libssl-dev", ("libcrypto", "libssl")),
    ("libjwt", "MPL-2.0", "libjwt-dev", ("libjwt",)),
    ("curl", "curl", "libcurl4-openssl-dev", ("libcurl",)),
    ("postgresql-libpq", "PostgreSQL", "libpq-dev", ("libpq",)),
    ("libsodium", "ISC", "libsodium-dev", ("libsodium",)),
    ("libqrencode", "LGPL-2.1-or-later", "libqrencode-dev", ("libqrencode",)),
    ("libunistring", "LGPL-3.0-or-later OR GPL-2.0-or-later", "libunistring-dev", ("unistring",)),
    ("zlib", "Zlib", "zlib1g-dev", ("zlib",)),
    ("glibc", "LGPL-2.1-or-later", "libc6-dev", ("threads", "m")),
    ("cmocka", "Apache-2.0", "libcmocka-dev", ("cmocka",)),
]
TESTS_ONLY = ("cmocka",)
# Embedded with the workbench, by name in app/web/package.json: licence (SPDX).
WEB_LIBRARIES = {"preact": "MIT", "@preact/signals": "MIT", "uplot": "MIT"}
WEB_TOOLS = ("esbuild",)
NAMED = re.compile(r"(?:\bdependency|find_library)\('([^']+)'")
ID = re.compile(r"^SPDXRef-[A-Za-z0-9.-]+$")
DATE = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
NO_WORD = "NOASSERTION"


def output_of(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def created_at(source):
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or output_of(
        "git", "-C", source, "log", "-1", "--format=%ct").strip()
    moment = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def versions_of_libraries(build):
    """Versions by the name in meson.build. Two have no pkg-config file, so meson has no version
    of them."""
    found = {each["name"]: each["version"]
             for each in json.loads(output_of("meson", "introspect", build, "--dependencies"))}
    done = subprocess.run(["cc", "-E", "-dM", "-include", "unistring/version.h", "-xc",
                           os.devnull], check=True, capture_output=True, text=True)
    number = int(re.search(r"_LIBUNISTRING_VERSION (0x[0-9a-fA-F]+)", done.stdout).group(1), 16)
    # Up to 1.0 the number is two bytes, from 1.1 on three.
    parts = (number >> 16, number >> 8 & 255) if number > 0xffff else (number >> 8, number & 255)
    found["unistring"] = f"{parts[0]}.{parts[1]}"
    found["threads"] = found["m"] = os.confstr("CS_GNU_LIBC_VERSION").split()[-1]
    return found


def debian_sources():
    """Source package and version by development package; empty on another system."""
    try:
        done = subprocess.run(
            ["dpkg-query", "-W", "-f=${Package} ${source:Package} ${source:Version}\n",
             *(row[2] for row in LIBRARIES)], capture_output=True, text=True)
    except FileNotFoundError:
        return {}
    rows = [line.split(" ") for line in done.stdout.splitlines()]
    return {row[0]: row[1:] for row in rows if len(row) == 3 and row[2]}


def package(name, version, licence, comment):
    return {
        "name": name,
        "SPDXID": "SPDXRef-Package-" + name,
        "versionInfo": version,
        "downloadLocation": NO_WORD,
        "filesAnalyzed": False,
        "licenseConcluded": NO_WORD,
        "licenseDeclared": licence,
        "copyrightText": NO_WORD,
        "sourceInfo": comment,
    }


def relation(first, kind, second):
    return {"spdxElementId": first["SPDXID"], "relationshipType": kind,
            "relatedSpdxElement": second["SPDXID"]}


def names_in(path):
    with open(path, encoding="utf-8") as file:
        return set(NAMED.findall(file.read()))


def web_packages(source):
    """The libraries that the built workbench holds; none where it was not built."""
    folder = os.path.join(source, "app", "web")
    if not os.path.exists(os.path.join(folder, "dist", "manifest.json")):
        return []
    with open(os.path.join(folder, "package.json"), encoding="utf-8") as file:
        wanted = json.load(file)["dependencies"]
    packages = []
    for name in sorted(set(wanted) - set(WEB_TOOLS)):
        part = package(name, wanted[name], WEB_LIBRARIES[name], "embedded with app/web")
        part["SPDXID"] = "SPDXRef-Package-npm-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")
        part["primaryPackagePurpose"] = "LIBRARY"
        place = "pkg:npm/" + urllib.parse.quote(name, safe="/") + "@" + wanted[name]
        part["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                 "referenceLocator": place}]
        packages.append(part)
    return packages


def write(build, tarball):
    source = output_of("meson", "introspect", build, "--buildsystem-files")
    source = os.path.dirname(json.loads(source)[0])
    project = json.loads(output_of("meson", "introspect", build, "--projectinfo"))
    with open(tarball, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    product = package("adcore", project["version"], NO_WORD, "the release tarball")
    product["packageFileName"] = os.path.basename(tarball)
    product["primaryPackagePurpose"] = "APPLICATION"
    product["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    document = {"SPDXID": "SPDXRef-DOCUMENT"}
    packages, relations = [product], [relation(document, "DESCRIBES", product)]
    programs = [(product, names_in(os.path.join(source, "meson.build")))]
    for each in project["subprojects"]:
        part = package(each["descriptive_name"], each["version"], NO_WORD,
                       "subprojects/" + each["name"] + ", in the same tarball")
        packages.append(part)
        relations.append(relation(product, "CONTAINS", part))
        programs.append((part, names_in(
            os.path.join(source, "subprojects", each["name"], "meson.build"))))
    for part in web_packages(source):
        packages.append(part)
        relations.append(relation(product, "CONTAINS", part))
    versions, debian = versions_of_libraries(build), debian_sources()
    for name, licence, development, names in LIBRARIES:
        if not any(each in versions for each in names):
            continue
        version = next(versions[each] for each in names if each in versions)
        library = package(name, version, licence, "in meson.build: " + ", ".join(names))
        library["primaryPackagePurpose"] = "LIBRARY"
        if development in debian:
            found, number = debian[development]
            place = f"pkg:deb/debian/{found}@{urllib.parse.quote(number, safe='~')}?arch=source"
            library["externalRefs"] = [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": place}]
        packages.append(library)
        for program, wanted in programs:
            if wanted.intersection(names):
                kind = "TEST_DEPENDENCY_OF" if name in TESTS_ONLY else "DYNAMIC_LINK"
                ends = (library, program) if name in TESTS_ONLY else (program, library)
                relations.append(relation(ends[0], kind, ends[1]))
    document.update({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "name": "adcore-" + project["version"],
        "documentNamespace": f"urn:adcore:spdx:{project['version']}:{digest}",
        "creationInfo": {"created": created_at(source), "creators": ["Tool: adcore-sbom"]},
        "packages": packages,
        "relationships": relations,
    })
    with open(tarball + ".spdx.json", "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1, sort_keys=True)
        file.write("\n")


def faults_of_package(each):
    name = each.get("name", "a package")
    needed = ("name", "SPDXID", "versionInfo", "downloadLocation", "licenseConcluded",
              "licenseDeclared", "copyrightText")
    faults = [f"{name} has no {field}" for field in needed if not each.get(field)]
    if not ID.match(each.get("SPDXID", "")):
        faults.append(f"{name}: '{each.get('SPDXID')}' is not an SPDX identifier")
    if each.get("filesAnalyzed") is not False:
        faults.append(f"{name}: filesAnalyzed must be false, since no files are listed")
    return faults


def faults_of(document, source):
    faults = []
    fixed = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT"}
    faults += [f"{field} is not {value}" for field, value in fixed.items()
               if document.get(field) != value]
    faults += [f"there is no {field}" for field in ("name", "documentNamespace")
               if not document.get(field)]
    info = document.get("creationInfo", {})
    if not DATE.match(info.get("created", "")) or not info.get("creators"):
        faults.append("creationInfo needs created (UTC) and creators")
    packages = document.get("packages", [])
    for each in packages:
        faults += faults_of_package(each)
    ids = [each.get("SPDXID") for each in packages] + ["SPDXRef-DOCUMENT"]
    if len(ids) != len(set(ids)):
        faults.append("two elements have the same SPDXID")
    relations = document.get("relationships", [])
    for each in relations:
        faults += [f"a relationship names {each[end]}, which is not there"
                   for end in ("spdxElementId", "relatedSpdxElement") if each[end] not in ids]
    related = {each[end] for each in relations for end in ("spdxElementId", "relatedSpdxElement")}
    faults += [f"{each} has no relationship" for each in ids if each not in related]
    product = next((each for each in packages if each.get("name") == "adcore"), {})
    sums = [each.get("checksumValue", "") for each in product.get("checksums", [])
            if each.get("algorithm") == "SHA256"]
    if len(sums) != 1 or not re.match(r"^[0-9a-f]{64}$", sums[0]):
        faults.append("adcore has no SHA-256 of its tarball")
    return faults + faults_of_names(packages, source)


def faults_of_names(packages, source):
    there = set()
    for each in packages:
        kind, _, names = each.get("sourceInfo", "").partition(": ")
        if kind == "in meson.build":
            there.update(names.split(", "))
    faults = []
    for folder, folders, files in os.walk(source):
        folders[:] = [name for name in folders if not name.startswith(("build", ".", "node_mod"))]
        if "meson.build" in files:
            path = os.path.join(folder, "meson.build")
            faults += [f"{os.path.relpath(path, source)} names {name}, which is not there"
                       for name in sorted(names_in(path) - there)]
    return faults


def check(path, source):
    with open(path, encoding="utf-8") as file:
        faults = faults_of(json.load(file), source)
    for fault in faults:
        print(f"{os.path.basename(path)}: {fault}")
    sys.exit(1 if faults else 0)


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("write", "check"):
        sys.exit(__doc__)
    {"write": write, "check": check}[sys.argv[1]](sys.argv[2], sys.argv[3])


main()
